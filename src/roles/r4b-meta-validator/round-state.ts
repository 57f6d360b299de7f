/** The state of a round, from its manifest and the outcomes reported so far. Pure. */
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { verdictByCode } from '../judging/verdict-by-code.ts';

export type RoundState =
  | { readonly kind: 'waiting' }
  /** This group is done, and the next can start. */
  | { readonly kind: 'group_matched'; readonly sequence: number; readonly outcomes: readonly SubTaskOutcome[] }
  /** The round is over. If it failed, sub-tasks that were never started are among the outcomes. */
  | { readonly kind: 'failed' | 'matched'; readonly outcomes: readonly SubTaskOutcome[] };

type Listed = DispatchManifest['subtasks'][number];

/** Groups start one after another, so the first group without all its outcomes is under way. */
export function roundState(manifest: DispatchManifest, reported: ReadonlyMap<SubTaskId, SubTaskOutcome>): RoundState {
  const outcomesOf = (listed: readonly Listed[]) => listed.flatMap(({ subtask_id }) => reported.get(subtask_id) ?? []);
  const sequences = [...new Set(manifest.subtasks.map(({ sequence }) => sequence))].sort((a, b) => a - b);
  let before: RoundState = { kind: 'waiting' };
  for (const sequence of sequences) {
    const group = manifest.subtasks.filter((listed) => listed.sequence === sequence);
    const outcomes = outcomesOf(group);
    if (outcomes.length === 0) return before; // this group has not started
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

/** The outcome of a sub-task that was never started: it meets no criterion, and has no failure class. */
function notAttempted(listed: Listed, { task_id }: DispatchManifest, failed: readonly SubTaskOutcome[]): SubTaskOutcome {
  const { subtask_id, intent, success_criteria } = listed;
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
    criteria_verdicts: success_criteria.map((each) => verdictByCode(each, { verdict: 'fail', failure_class: null, evidence: why })),
    gap_trajectory: [],
    tool_calls: [],
  };
}
