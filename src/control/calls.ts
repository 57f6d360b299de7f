/** What the calls of a round show about its tools: which were used in failing sub-tasks, and exactly which calls failed. */
import { type SubTaskOutcome, type ToolCall, wasMade } from '../contracts/execution.ts';
import type { BlockedTarget } from '../contracts/plan.ts';

/** The sub-tasks that failed; the whole round if all of them matched but the goal was missed. */
export function failingSubTasks(outcomes: readonly SubTaskOutcome[]): readonly SubTaskOutcome[] {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed : outcomes;
}

/**
 * The tools that these calls used, without duplicates. A shell line counts as the programs that it runs: otherwise a single failing pipeline would
 * block the whole shell.
 */
export const toolsOf = (calls: readonly ToolCall[]): readonly string[] => [...new Set(calls.filter(wasMade).flatMap(toolNames))];

/** A shell line that runs no programs counts for no tool. */
const toolNames = ({ tool, programs }: ToolCall): readonly string[] => programs?.map((program) => `${tool}:${program}`) ?? [tool];

/** The calls of a sub-task's last attempt. A call whose id does not name its attempt counts as one of them. */
export function lastAttempt(calls: readonly ToolCall[]): readonly ToolCall[] {
  const last = Math.max(0, ...calls.map(({ call_id }) => attemptOf(call_id) ?? 0));
  return calls.filter(({ call_id }) => (attemptOf(call_id) ?? last) === last);
}

/** `round.subtask.attempt/role/step.call` */
function attemptOf(call_id: string): number | undefined {
  const attempt = /^\d+\.\d+\.(\d+)\//.exec(call_id)?.[1];
  return attempt === undefined ? undefined : Number(attempt);
}

/**
 * Adds the calls that failed and would fail again. A call that has succeeded since is removed; a call that changed something clears the list, because now
 * any of the listed calls may turn out differently.
 */
export function failedCalls(before: readonly BlockedTarget[], calls: readonly ToolCall[]): readonly BlockedTarget[] {
  const failed = new Map(before.map((call) => [keyOf(call), call]));
  for (const { tool, target, ok, error_class, changed = [] } of calls.filter(wasMade)) {
    if (ok && changed.length > 0) failed.clear();
    if (target === '' || error_class === 'invalid_input') continue; // malformed input is no evidence about the target
    const call = { tool, target };
    if (ok) failed.delete(keyOf(call));
    else failed.set(keyOf(call), call);
  }
  return [...failed.values()];
}

const keyOf = ({ tool, target }: BlockedTarget): string => `${tool}\0${target}`;
