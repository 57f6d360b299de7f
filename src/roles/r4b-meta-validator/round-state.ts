/** Where a round stands, from its manifest and what has been reported so far. Pure. */
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';

export type RoundState =
  | { readonly kind: 'waiting' }
  /** This group is done, and the next is to be started. */
  | { readonly kind: 'group_matched'; readonly sequence: number; readonly outcomes: readonly SubTaskOutcome[] }
  /** The round is over: some sub-task failed. Those that were never started are among the outcomes. */
  | { readonly kind: 'failed'; readonly outcomes: readonly SubTaskOutcome[] }
  /** The round is over: every sub-task matched. */
  | { readonly kind: 'matched'; readonly outcomes: readonly SubTaskOutcome[] };

type Listed = DispatchManifest['subtasks'][number];

/** Groups start one after the other, so the first that has not reported in full is the one under way. */
export function roundState(manifest: DispatchManifest, reported: ReadonlyMap<SubTaskId, SubTaskOutcome>): RoundState {
  const outcomesOf = (listed: readonly Listed[]) => listed.flatMap(({ subtask_id }) => reported.get(subtask_id) ?? []);
  const sequences = [...new Set(manifest.subtasks.map(({ sequence }) => sequence))].sort((a, b) => a - b);
  let before: RoundState = { kind: 'waiting' };
  for (const sequence of sequences) {
    const group = manifest.subtasks.filter((listed) => listed.sequence === sequence);
    const outcomes = outcomesOf(group);
    if (outcomes.length === 0) return before; // it is not started
    if (outcomes.length < group.length) return { kind: 'waiting' };
    const failed = outcomes.filter(({ status }) => status === 'failed');
    if (failed.length > 0)
      return {
        kind: 'failed',
        outcomes: manifest.subtasks.map((listed) => reported.get(listed.subtask_id) ?? notAttempted(listed, manifest, failed)),
      };
    before = { kind: 'group_matched', sequence, outcomes };
  }
  return { kind: 'matched', outcomes: outcomesOf(manifest.subtasks) };
}

/** A sub-task that was never started: nothing of it is met, and nobody is to blame. */
function notAttempted(
  { subtask_id, intent, success_criteria }: Listed,
  { task_id }: DispatchManifest,
  failed: readonly SubTaskOutcome[],
): SubTaskOutcome {
  const why = `not attempted: waits for ${failed.map((outcome) => `"${outcome.intent}"`).join(', ')}`;
  return {
    subtask_id,
    parent_task_id: task_id,
    intent,
    status: 'failed',
    output: null,
    failure_reason: why,
    refused: false,
    success_criteria,
    criteria_verdicts: success_criteria.map(({ criterion, mode, weight }) => ({
      criterion,
      mode,
      weight,
      verdict: 'fail',
      failure_class: null,
      evidence: why,
      by: 'code',
    })),
    gap_trajectory: [],
    tool_calls: [],
  };
}
