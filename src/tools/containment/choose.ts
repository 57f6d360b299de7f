/** Which containment this machine has: the best that works, found by trying. */
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
import type { Parts } from './run-inside.ts';
import { openStaging, type Staging } from './staging.ts';

/** Finds a system program; nothing where it is not installed. */
type Find = (name: string) => string | undefined;

export type ChooseOptions = {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly find?: Find;
  /** The first kind to try. */
  readonly from?: (typeof order)[number];
};

/** Rejects only when the signal fires: where nothing works, `none` says why. */
export async function chooseContainment({ surroundings, signal, find = programAt, from = 'overlay' }: ChooseOptions): Promise<Containment> {
  const reasons: string[] = [];
  try {
    const bwrap = need(find, 'bwrap', 'bubblewrap');
    const builders = { bwrap, setpriv: need(find, 'setpriv'), unshare: need(find, 'unshare'), sh: need(find, 'sh') };
    const version = await versionOf(bwrap, signal);
    const stagings = new Map<string, Promise<Staging>>();
    for (const kind of order.slice(order.indexOf(from))) {
      for (const place of surroundings.stagings) {
        const staging = stagings.get(place) ?? openStaging(place, randomUUID());
        stagings.set(place, staging);
        staging.catch(() => {}); // its user gets the error
        const because = reasons.length === 0 ? '' : ` (${[...new Set(reasons)].join('; ')})`;
        const detail = `${words[kind]} + bubblewrap ${version}${because}`;
        const made = await working(async () => makers[kind]({ builders, detail, surroundings, staging: await staging }, find), signal);
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

const makers = {
  overlay: (parts, find) => createOverlay({ kind: 'overlay', mount: need(find, 'mount'), ...parts }),
  'fuse-overlay': (parts, find) => createOverlay({ kind: 'fuse-overlay', mount: need(find, 'fuse-overlayfs'), ...parts }),
  copy: (parts, find) => createCopy({ cp: need(find, 'cp'), ...parts }),
  'read-only': createReadOnly,
} as const satisfies Record<keyof typeof words, (parts: Parts, find: Find) => Containment>;

function need(find: Find, name: string, called = name): string {
  const path = find(name);
  if (path === undefined) throw new ArtooError('containment_failed', `${called} is not installed`);
  return path;
}

async function versionOf(bwrap: string, signal: AbortSignal): Promise<string> {
  const { output } = await runProcess({ file: bwrap, args: ['--version'], cwd: '/', env: {}, timeoutMs: 5_000, signal });
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? '(of unknown version)';
}

/** No walls at all: nothing is run here. */
const none = (detail: string): Containment => ({
  kind: 'none',
  detail,
  run: async () => refuse(detail),
  look: async () => refuse(detail),
});

function refuse(detail: string): never {
  throw new ArtooError('containment_failed', `there is no containment: ${detail}`);
}
