/**
 * Starts the program of a turn within a fence: everything is read-only except what the turn was given, secrets are masked, and only its provider's
 * hosts can be reached.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { mayReach } from '../../laws/law1-harm.ts';
import { hostName, hostText, isUsualPort } from '../../laws/network/host.ts';
import type { ProgramRunner } from '../../team/runners/known.ts';
import type { RunProgram } from '../../team/runners/start-program.ts';
import type { Containment } from '../../tools/containment/containment.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import { type Decide, HostGate } from '../../tools/network/host-gate.ts';
import { type Outside, outsideWorld } from '../../tools/network/outside.ts';
import { createProxy } from '../../tools/network/proxy.ts';
import { proxyEnvironment, proxyPort } from '../../tools/network/proxy-environment.ts';
import { Traffic } from '../../tools/network/traffic.ts';
import { makeTurnHome } from './turn-home.ts';

export type FencedOptions = {
  readonly program: ProgramRunner;
  readonly containment: () => Promise<Containment>;
  /** The person's home folder. */
  readonly home: string;
  /** What else every turn sees, read-only: the repository, the program itself, and this installation of artoo. */
  readonly places: readonly string[];
  readonly outside?: Outside;
};

/** The path at which the turn sees its home folder. */
const homeInside = '/run/home';

export function createFencedRun({ program, containment, home, places, outside = outsideWorld() }: FencedOptions): RunProgram {
  return async ({ argv, cwd, env, writable, shown }, { onStarted, timeoutMs, signal, onOutput }) => {
    const { fence, detail } = await containment();
    if (!fence) throw new ArtooError('containment_failed', whyNoFence(detail));
    const own = mkdtempSync(join(tmpdir(), 'artoo-turn-'));
    const traffic = new Traffic();
    using gate = new HostGate(hostsOf(program));
    using proxy = createProxy({ gate, outside, traffic, onLeaving: () => {} });
    try {
      makeTurnHome(home, join(own, 'home'), program);
      const { exitCode, killedBy } = await fence({
        ...{ command: `exec ${argv.map(quoted).join(' ')}`, cwd, writable, onStarted, timeoutMs, signal, onOutput },
        moved: [{ from: join(own, 'home'), to: homeInside }],
        places: [...places, ...shown],
        doors: [{ port: proxyPort, onConnection: proxy.onConnection }],
        env: { ...env, HOME: homeInside, ...proxyEnvironment },
      });
      for (const note of traffic.notes()) onOutput?.(`\n[artoo: ${note}]\n`, 'stderr');
      return { exit: exitCode, killedBy };
    } finally {
      await removeTree(own);
    }
  };
}

/** What a person reads if no fence can be built. */
export const whyNoFence = (detail: string): string =>
  `a separate program runs only inside a fence, which needs bubblewrap on Linux: ${detail}. --unfenced runs it without a fence: the program can then do everything that you can`;

/** Allows only the hosts of the runner itself; the person is not asked about others. */
const hostsOf =
  ({ hosts }: ProgramRunner): Decide =>
  (host, _approved, leadsTo) => {
    const name = hostText(host);
    if (!hosts.includes(name))
      return { verdict: 'deny', about: 'host', because: 'refused', reason: `${name} is not one of the hosts of this runner` };
    return mayReach({
      ...{ host: name, isName: hostName(host.name) !== undefined, isUsualPort: isUsualPort(host.port), isRefused: false, leadsTo },
      ...{ ruled: { decision: 'allow', rule: `net(${name})` }, approved: 'private' },
    });
  };

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
