/** Whether a task can be forked at a place in its journal, and what the task had done before that place. */
import type { Cost } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createTally } from '../../engine/tally.ts';
import type { Entry, Intent, Outcome } from '../../journal/entry.ts';
import { isHeld } from '../../journal/locked.ts';
import { streamJournal } from '../../journal/stream.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import type { TaskFile } from '../tasks/task-list.ts';

export type ForkPlace = {
  /** What the shared part cost. */
  readonly cost: Cost;
  /** Whether the shared part changed anything on disk. */
  readonly hasChanged: boolean;
  /** Calls that were under way at the place of the fork and must not be made twice: only their receipts show whether they were made. */
  readonly open: readonly Intent[];
};

/** The first place for a fork: the two entries before it are the opening and the goal. */
const firstPlace = 2;

/**
 * Throws `usage` and suggests another place if the task cannot be forked there; throws `journal_locked` if the task is running, or the reason of the
 * signal.
 */
export async function forkPlaceIn({ task_id, path }: TaskFile, at: number, signal?: AbortSignal): Promise<ForkPlace> {
  if (isHeld(path)) throw new ArtooError('journal_locked', `${task_id} is running`);
  const shared = createShared();
  const approvals = new Map<string, number>();
  let size = 0;
  for await (const line of streamJournal(path)) {
    signal?.throwIfAborted();
    if ('torn' in line || size === at) break;
    const { entry } = line;
    if (entry.kind === 'open' && entry.task_id !== task_id)
      throw new ArtooError('usage', `${path} is a copy of the journal of ${entry.task_id}: fork that one`);
    refuseEnd(task_id, entry);
    noteApproval(approvals, entry);
    shared.add(entry);
    size += 1;
  }
  if (at !== size || at < firstPlace) {
    const why = at < firstPlace ? `the first possible entry is ${firstPlace}` : `it has ${size}`;
    throw new ArtooError('usage', `${task_id} cannot be forked at entry ${at}: ${why}`);
  }
  const [unused] = approvals.values();
  if (unused !== undefined) {
    throw new ArtooError('usage', `entry ${unused} of ${task_id} approves exactly one action, once; a fork at entry ${unused} asks again`);
  }
  return shared.place();
}

/** Sums up the shared part of a journal. */
export function createShared(): { add(entry: Entry): void; place(): ForkPlace } {
  const tally = createTally();
  const open = new Map<string, Intent>();
  return {
    add(entry) {
      if (entry.kind === 'intent' && !entry.repeatable) open.set(entry.key, entry);
      if (entry.kind === 'outcome') open.delete(entry.key);
      tally.add(entry);
    },
    place: () => ({ cost: tally.cost, hasChanged: tally.changed.length > 0, open: [...open.values()] }),
  };
}

/** Throws `usage` if a call was under way at the place and was made, but its receipt has been removed: the fork would make the call a second time. */
export async function refuseForgotten(
  { task_id, path }: TaskFile,
  { open }: ForkPlace,
  changes: Pick<ChangeStore, 'receiptOf'>,
): Promise<void> {
  const unkept = new Map<string, number>();
  for (const { key, seq } of open) if (!(await changes.receiptOf({ task_id, key }))) unkept.set(key, seq);
  if (unkept.size === 0) return;
  for await (const line of streamJournal(path)) {
    const seq = 'entry' in line && line.entry.kind === 'outcome' && hasChanged(line.entry) ? unkept.get(line.entry.key) : undefined;
    if (seq === undefined) continue;
    const gone = 'was under way at that point, and the record of what it did has been removed';
    throw new ArtooError('usage', `entry ${seq} of ${task_id} ${gone}; a fork at entry ${seq} is possible`);
  }
}

const hasChanged = ({ result }: Outcome): boolean => result.ok && (ToolResult.safeParse(result.value).data?.changed ?? []).length > 0;

/** A task does nothing after its end, and neither would a fork. */
function refuseEnd(task_id: string, entry: Entry): void {
  if (!ends(entry)) return;
  const ended = `was ended by entry ${entry.seq}, and a fork after it would end at once`;
  throw new ArtooError('usage', `${task_id} ${ended}: entry ${entry.seq} is the last one at which this task can be forked`);
}

function ends(entry: Entry): boolean {
  if (entry.kind === 'alarm') return entry.code === 'budget_spent';
  if (entry.kind === 'decision') return entry.name === 'accept' || entry.name === 'success' || entry.name === 'abandon';
  return entry.kind === 'message' && (entry.type === 'Cancel' || entry.type === 'Failure' || entry.type === 'FinalResult');
}

/** Records approvals, and the calls that use them up. */
function noteApproval(approvals: Map<string, number>, entry: Entry): void {
  if (entry.kind === 'message' && entry.type === 'ConfirmReply' && entry.payload.allowed) approvals.set(entry.payload.hash, entry.seq);
  const request = entry.kind === 'intent' && entry.effect === 'tool' ? ToolRequest.safeParse(entry.input).data : undefined;
  if (request?.approved !== undefined) approvals.delete(request.approved);
}
