/** Whether a task can be forked at a place in its journal, and what it had come to by then. */
import { closeSync, openSync } from 'node:fs';
import type { Cost } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from '../journal/entry.ts';
import { isLocked } from '../journal/locked.ts';
import { streamJournal } from '../journal/stream.ts';
import { createTally } from '../roles/tally.ts';
import { ToolRequest } from '../tools/tool.ts';
import type { TaskFile } from './task-list.ts';

export type ForkPlace = {
  /** What the shared part had cost. */
  readonly cost: Cost;
  /** Whether the shared part changed anything on disk. */
  readonly hasChanged: boolean;
};

/** The first entries are what the task was opened with and its goal. */
const firstPlace = 2;

/** Throws `usage` for a place where it cannot be forked, with one where it can; `journal_locked` for a task that is running. */
export async function forkPlaceIn({ task_id, path }: TaskFile, at: number): Promise<ForkPlace> {
  refuseRunning(task_id, path);
  const tally = createTally();
  const approvals = new Map<string, number>();
  let size = 0;
  for await (const line of streamJournal(path)) {
    if ('torn' in line || size === at) break;
    const { entry } = line;
    refuseEnd(task_id, entry);
    noteApproval(approvals, entry);
    tally.add(entry);
    size += 1;
  }
  if (at !== size || at < firstPlace)
    throw new ArtooError(
      'usage',
      `${task_id} cannot be forked at entry ${at}: ${at < firstPlace ? `the first place is ${firstPlace}` : `it has ${size}`}`,
    );
  const [unused] = approvals.values();
  if (unused !== undefined) {
    throw new ArtooError('usage', `entry ${unused} of ${task_id} is a yes to one very action, and counts once; --at ${unused} asks again`);
  }
  return { cost: tally.cost, hasChanged: tally.changed.length > 0 };
}

function refuseRunning(task_id: string, path: string): void {
  const fd = openSync(path, 'r');
  try {
    if (isLocked(fd)) throw new ArtooError('journal_locked', `${task_id} is running`);
  } finally {
    closeSync(fd);
  }
}

/** Behind its end a task does nothing more, and neither would its fork. */
function refuseEnd(task_id: string, entry: Entry): void {
  if (!ends(entry)) return;
  throw new ArtooError(
    'usage',
    `${task_id} was ended by entry ${entry.seq}, and so would a fork behind it: --at ${entry.seq} is the last place`,
  );
}

function ends(entry: Entry): boolean {
  if (entry.kind === 'alarm') return entry.code === 'budget_spent';
  if (entry.kind === 'decision') return entry.role === 'R7' && ['accept', 'success', 'abandon'].includes(entry.name);
  return entry.kind === 'message' && (entry.type === 'Cancel' || entry.type === 'Failure' || entry.type === 'FinalResult');
}

/** A yes is used by the call that it was given to. */
function noteApproval(approvals: Map<string, number>, entry: Entry): void {
  if (entry.kind === 'message' && entry.type === 'ConfirmReply' && entry.payload.allowed) approvals.set(entry.payload.hash, entry.seq);
  const request = entry.kind === 'intent' && entry.effect === 'tool' ? ToolRequest.safeParse(entry.input).data : undefined;
  if (request?.approved !== undefined) approvals.delete(request.approved);
}
