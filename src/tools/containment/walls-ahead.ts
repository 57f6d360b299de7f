/** Walls that are put up before there is a command for them: while a model thinks, not while a person waits. */
import type { Started } from '../running/process.ts';
import { removeLater, type ViewFolders } from './view-folders.ts';

/** Walls that wait for their command, and everything that they were built from. */
export type WaitingWalls = { readonly key: string; readonly process: Started; readonly folders: ViewFolders };

/** A process that ends soon after a command needs no more walls. */
const afterMs = 10;
/** How long they wait: they hold on to disks that a person may want to remove. */
const maxWaitMs = 60_000;

/** One at most in a process, whoever built it: the next command is most likely one of the task that had the last. */
let waiting: WaitingWalls | undefined;
let timer: NodeJS.Timeout | undefined;

/** Builds walls soon, unless some are waiting. Where that fails, the next command builds its own, and its caller gets the error. */
export function buildAhead(build: () => WaitingWalls): void {
  if (waiting) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    try {
      waiting = build();
      waiting.process.keepAlive(false);
      timer = setTimeout(endWaitingWalls, maxWaitMs).unref();
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
