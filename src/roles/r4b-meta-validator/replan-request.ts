/** R4b's report to R7 about a round that missed the goal. Pure. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { Context, Draft } from '../role.ts';

type Gap = {
  readonly gap_summary: string;
  readonly merged_output: Json;
  readonly task_verdicts?: readonly CriterionVerdict[];
  readonly task_checks?: readonly CriterionVerdict[];
};

export function replanRequest(
  { task_id, round }: DispatchManifest,
  outcomes: readonly SubTaskOutcome[],
  { activeMs }: Pick<Context, 'activeMs'>,
  { gap_summary, merged_output, task_verdicts, task_checks }: Gap,
): Draft {
  return {
    to: 'R7',
    type: 'ReplanRequest',
    payload: {
      task_id,
      round,
      gap_summary,
      failed_subtasks: outcomes.filter(({ status }) => status === 'failed').map(({ subtask_id }) => subtask_id),
      correction_count: outcomes.reduce((count, { gap_trajectory }) => count + Math.max(0, gap_trajectory.length - 1), 0),
      elapsed_ms: activeMs(),
      outcomes,
      ...(task_verdicts ? { task_verdicts } : {}),
      ...(task_checks ? { task_checks } : {}),
      merged_output,
      recommendation: outcomes.some(({ refused }) => refused) ? 'abandon' : 'replan',
    },
  };
}
