/** Walls that are put up before there is a command for them: while a model thinks, not while a person waits. */
import { readFileSync } from 'node:fs';
import type { Started } from '../../running/process.ts';
import { removeLater, type ViewFolders } from './view-folders.ts';

/** Walls that wait for their command, and everything that they were built from. */
export type WaitingWalls = { readonly key: string; readonly process: Started; readonly folders: ViewFolders };

/** A process that ends soon after a command needs no more walls. */
const afterMs = 10;
/** How long they wait: they hold on to disks that a person may want to remove. */
const maxWaitMs = 60_000;

/** One at most in a process, no matter what built it: the next command is most likely one of the task that had the last. */
let waiting: WaitingWalls | undefined;
let timer: NodeJS.Timeout | undefined;
let isWatchingExit = false;

/** Builds walls soon, unless some are waiting. Where that fails, the next command builds its own, and its caller gets the error. */
export function buildAhead(build: () => WaitingWalls, waitMs = maxWaitMs): void {
  if (waiting) return;
  if (!isWatchingExit) process.prependOnceListener('exit', endAtExit);
  isWatchingExit = true;
  clearTimeout(timer);
  timer = setTimeout(() => {
    try {
      waiting = build();
      waiting.process.keepAlive(false);
      timer = setTimeout(endWaitingWalls, waitMs).unref();
    } catch {
      waiting = undefined;
    }
  }, afterMs).unref();
}

/** The walls that wait, if they are just what would be built now. Others are ended. */
export function takeWaitingWalls(key: string): WaitingWalls | undefined {
  const found = waiting;
  if (!found || found.key !== key || found.process.hasEnded()) {
    endWaitingWalls();
    return undefined;
  }
  waiting = undefined;
  clearTimeout(timer);
  found.process.keepAlive(true);
  return found;
}

export function endWaitingWalls(): void {
  clearTimeout(timer);
  waiting?.process.end();
  if (waiting) removeLater(waiting.folders);
  waiting = undefined;
}

const maxEndMs = 200;

/** Before the staging is removed: walls that are still being put up would leave something in it. */
function endAtExit(): void {
  const ids = waiting?.process.pid === undefined ? [] : familyOf(waiting.process.pid);
  waiting?.process.end();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let ms = 0; ms < maxEndMs && ids.some(isRunning); ms += 1) Atomics.wait(pause, 0, 0, 1);
}

/** A process and everything that it started. */
const familyOf = (pid: number): readonly number[] => [
  pid,
  ...[...textOf(`/proc/${pid}/task/${pid}/children`).matchAll(/\d+/g)].flatMap(([child]) => familyOf(Number(child))),
];

const isRunning = (pid: number): boolean => /^State:\s+[^ZX]/m.test(textOf(`/proc/${pid}/status`));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it is gone
  }
}
