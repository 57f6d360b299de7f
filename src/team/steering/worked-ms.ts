/**
 * How long agents have worked on a task, from its history: coders from claim to submission, reviewers from claim to verdict. Waiting does not count.
 * Pure.
 */
import type { HistoryEvent, Task } from '../board/board.ts';
import { claims } from '../lifecycle/claiming.ts';

const begins: ReadonlySet<string> = new Set([...claims, 'review_claimed']);
const ends: ReadonlySet<string> = new Set([
  'coder_claim_released',
  'review_claim_released',
  'ready_for_review',
  'submitted_for_review',
  'approved',
  'rejected',
  'blocked',
  'abandoned',
]);

/** Milliseconds since `from`, up to `now` if an agent is working on it now. */
export function workedMs({ history }: Pick<Task, 'history'>, now: Date, from = 0): number {
  let [sum, since]: [number, number | undefined] = [0, undefined];
  for (const event of history ?? []) {
    const at = timeOf(event);
    if (at === undefined) continue;
    if (since !== undefined && (begins.has(event.event) || ends.has(event.event))) sum += Math.max(0, at - Math.max(since, from));
    if (begins.has(event.event)) since = at;
    else if (ends.has(event.event)) since = undefined;
  }
  return since === undefined ? sum : sum + Math.max(0, now.getTime() - Math.max(since, from));
}

function timeOf({ time }: HistoryEvent): number | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : at;
}
