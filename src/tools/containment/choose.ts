/** Which containment this machine has: the best that really works, found by trying. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { runProcess } from '../running/process.ts';
import type { Containment, ContainmentKind, Surroundings } from './containment.ts';
import { createCopy } from './copy.ts';
import { createOverlay } from './overlay.ts';
import { programAt } from './programs.ts';
import { createReadOnly } from './read-only.ts';
import type { Builders } from './run-inside.ts';
import { openStaging, type Staging } from './staging.ts';

/** How a program of the system is found; nothing for one that is not there. */
type Find = (name: string) => string | undefined;

export type ChooseOptions = {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly find?: Find;
  /** The first kind to try, for those who want no better. */
  readonly from?: (typeof order)[number];
};

/** Never rejects but for the signal: where nothing works, `none` says why. */
export async function chooseContainment({ surroundings, signal, find = programAt, from = 'overlay' }: ChooseOptions): Promise<Containment> {
  const reasons: string[] = [];
  try {
    const builders = { bwrap: need(find, 'bwrap', 'bubblewrap'), ...basics(find) };
    const version = await versionOf(builders.bwrap, signal);
    const stagings = new Map<string, Promise<Staging>>();
    for (const kind of order.slice(order.indexOf(from))) {
      for (const place of surroundings.stagings) {
        const staging = stagings.get(place) ?? openStaging(place, randomUUID());
        stagings.set(place, staging);
        staging.catch(() => {}); // whoever needs it hears of it
        const because = reasons.length === 0 ? '' : ` (${[...new Set(reasons)].join('; ')})`;
        const detail = `${words[kind]} + bubblewrap ${version}${because}`;
        const made = await working(async () => makers[kind]({ find, builders, detail, surroundings, staging: await staging }), signal);
        if (typeof made !== 'string') return made;
        reasons.push(`${words[kind]}: ${made}`);
      }
    }
  } catch (thrown) {
    signal.throwIfAborted();
    reasons.push(asArtooError(thrown, 'containment_failed').message);
  }
  return none([...new Set(reasons)].join('; '));
}

/** A containment in which a command was run, or why it could not be. */
async function working(make: () => Promise<Containment>, signal: AbortSignal): Promise<Containment | string> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-'));
  try {
    const made = await make();
    await using run = await made.run({ command: 'true', cwd: folder, workspace: folder, network: false, timeoutMs: 10_000, signal });
    return run.ended.exitCode === 0 ? made : `a command that does nothing ended with ${run.ended.exitCode ?? run.ended.killedBy}`;
  } catch (thrown) {
    signal.throwIfAborted();
    return asArtooError(thrown, 'containment_failed').message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const order = ['overlay', 'fuse-overlay', 'copy', 'read-only'] as const satisfies readonly ContainmentKind[];

const words = {
  overlay: 'kernel overlay',
  'fuse-overlay': 'fuse-overlayfs',
  copy: 'copies of the current folder',
  'read-only': 'everything read-only',
} as const;

type Parts = {
  readonly find: Find;
  readonly builders: Builders;
  readonly detail: string;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

const makers = {
  overlay: ({ find, ...parts }: Parts) => createOverlay({ kind: 'overlay', mount: need(find, 'mount'), ...parts }),
  'fuse-overlay': ({ find, ...parts }: Parts) => createOverlay({ kind: 'fuse-overlay', mount: need(find, 'fuse-overlayfs'), ...parts }),
  copy: ({ find, ...parts }: Parts) => createCopy({ cp: need(find, 'cp'), ...parts }),
  'read-only': createReadOnly,
} as const satisfies Record<keyof typeof words, (parts: Parts) => Containment>;

function need(find: Find, name: string, called = name): string {
  const path = find(name);
  if (path === undefined) throw new ArtooError('containment_failed', `${called} is not installed`);
  return path;
}

const basics = (find: Find) => ({ setpriv: need(find, 'setpriv'), unshare: need(find, 'unshare'), sh: need(find, 'sh') });

async function versionOf(bwrap: string, signal: AbortSignal): Promise<string> {
  const { output } = await runProcess({ file: bwrap, args: ['--version'], cwd: '/', env: {}, timeoutMs: 5_000, signal });
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? '(of unknown version)';
}

/** No walls at all: nothing is run here. */
const none = (detail: string): Containment => ({
  kind: 'none',
  detail,
  run: async () => {
    throw new ArtooError('containment_failed', `there is no containment: ${detail}`);
  },
});
