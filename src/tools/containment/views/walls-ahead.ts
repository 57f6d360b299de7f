/** Builds walls before there is a command for them: while the model is at work, not while the person waits. */
import { readFileSync } from 'node:fs';
import type { Started } from '../../running/process.ts';
import type { Opened } from '../walls/doors.ts';
import { removeLater, type ViewFolders } from './view-folders.ts';

/** Walls that wait for a command, and everything used to build them. */
export type WaitingWalls = {
  readonly key: string;
  readonly process: Started;
  readonly folders: ViewFolders;
  /** Receives the doors; undefined if there are no doors. */
  readonly doors?: Opened | undefined;
};

/** `plain`: for any command. `networked`: for commands that ask for hosts. */
type Slot = 'plain' | 'networked';

/**
 * The delay before building: a task or process that ends soon after a command needs no more walls, and a model takes longer than this to request the
 * next command.
 */
const afterMs = 50;
/** How long walls may wait: they keep disks busy that the person may want to unmount. */
const maxWaitMs = 60_000;

/** At most one of each kind per process: the next command most likely belongs to the same task as the previous one. */
const waiting = new Map<Slot, WaitingWalls>();
const timers = new Map<Slot, NodeJS.Timeout>();
let isWatchingExit = false;

/** Builds walls soon, unless some are waiting. If that fails, the next command builds its own walls, and its caller gets the error. */
export function buildAhead(
  build: () => WaitingWalls,
  { slot = 'plain', waitMs = maxWaitMs }: { readonly slot?: Slot; readonly waitMs?: number } = {},
): void {
  if (waiting.has(slot)) return;
  if (!isWatchingExit) process.prependOnceListener('exit', endAtExit);
  isWatchingExit = true;
  clearTimeout(timers.get(slot));
  const start = () => {
    try {
      const walls = build();
      walls.process.keepAlive(false);
      waiting.set(slot, walls);
      timers.set(slot, setTimeout(endIn, waitMs, slot).unref());
    } catch {
      waiting.delete(slot);
    }
  };
  timers.set(slot, setTimeout(start, afterMs).unref());
}

/** The waiting walls if they match what would be built now; otherwise, they are ended. */
export function takeWaitingWalls(key: string, slot: Slot = 'plain'): WaitingWalls | undefined {
  const found = waiting.get(slot);
  if (!found || found.key !== key || found.process.hasEnded()) {
    endIn(slot);
    return undefined;
  }
  waiting.delete(slot);
  clearTimeout(timers.get(slot));
  found.process.keepAlive(true);
  return found;
}

export function endWaitingWalls(): void {
  for (const slot of timers.keys()) endIn(slot);
}

function endIn(slot: Slot): void {
  clearTimeout(timers.get(slot));
  const walls = waiting.get(slot);
  waiting.delete(slot);
  walls?.process.end();
  if (walls) removeLater(walls.folders);
}

const maxEndMs = 200;

/** Must run before the staging is removed: walls that are being built would leave files in it. */
function endAtExit(): void {
  const all = [...waiting.values()].map((walls) => walls.process);
  const ids = all.flatMap(({ pid }) => (pid === undefined ? [] : familyOf(pid)));
  for (const each of all) each.end();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let ms = 0; ms < maxEndMs && ids.some(isRunning); ms += 1) Atomics.wait(pause, 0, 0, 1);
}

/** The ids of a process and of all its descendants. */
const familyOf = (pid: number): readonly number[] => [
  pid,
  ...[...textOf(`/proc/${pid}/task/${pid}/children`).matchAll(/\d+/g)].flatMap(([child]) => familyOf(Number(child))),
];

const isRunning = (pid: number): boolean => /^State:\s+[^ZX]/m.test(textOf(`/proc/${pid}/status`));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}
