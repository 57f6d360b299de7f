/** What the calls of a round say about its tools: which were used where it failed, and which very calls failed. */
import { type SubTaskOutcome, type ToolCall, wasMade } from '../contracts/execution.ts';
import type { BlockedTarget } from '../contracts/plan.ts';

/** A failing sub-task is one that failed; when all matched and the goal was missed all the same, every one of the round is. */
export function failingSubTasks(outcomes: readonly SubTaskOutcome[]): readonly SubTaskOutcome[] {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed : outcomes;
}

/** The tools that these calls used, each once. A shell line counts by its programs, or one failing pipeline would leave nothing to work with. */
export const toolsOf = (calls: readonly ToolCall[]): readonly string[] => [...new Set(calls.filter(wasMade).flatMap(toolNames))];

/** A line that needed no program used no tool that could be named. */
const toolNames = ({ tool, programs }: ToolCall): readonly string[] => programs?.map((program) => `${tool}:${program}`) ?? [tool];

/** The calls of the last attempt among the calls of one sub-task. Where an id does not tell the attempt, the call counts as of the last. */
export function lastAttempt(calls: readonly ToolCall[]): readonly ToolCall[] {
  const last = calls.reduce((most, { call_id }) => Math.max(most, attemptOf(call_id) ?? 0), 0);
  return calls.filter(({ call_id }) => (attemptOf(call_id) ?? last) === last);
}

/** `round.subtask.attempt/role/step.call` */
function attemptOf(call_id: string): number | undefined {
  const attempt = /^\d+\.\d+\.(\d+)\//.exec(call_id)?.[1];
  return attempt === undefined ? undefined : Number(attempt);
}

/**
 * The calls that failed and could only fail again, after those known before. Each is a tool and its main input. One that worked since is none of them,
 * and after a call that changed something every other may turn out differently.
 */
export function failedCalls(before: readonly BlockedTarget[], calls: readonly ToolCall[]): readonly BlockedTarget[] {
  const failed = new Map(before.map((call) => [keyOf(call), call]));
  for (const { tool, target, ok, error_class, changed = [] } of calls.filter(wasMade)) {
    if (ok && changed.length > 0) failed.clear();
    if (target === '' || error_class === 'invalid_input') continue; // a slip in the input says nothing about what it was aimed at
    const call = { tool, target };
    if (ok) failed.delete(keyOf(call));
    else failed.set(keyOf(call), call);
  }
  return [...failed.values()];
}

const keyOf = ({ tool, target }: BlockedTarget): string => `${tool}\0${target}`;
