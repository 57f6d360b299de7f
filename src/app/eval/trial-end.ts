/** How the task of a trial ended, as recorded in its line of the results. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import { type ErrorCode, isModelAway } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { TrialLimits } from '../../eval/suite/suite-task.ts';
import { nothingSpent, type Spent, type TrialResult } from '../../eval/trials/trial-result.ts';

export type TaskEnd = {
  /** `ended`: its outcome will be judged. */
  readonly outcome: 'ended' | 'unavailable' | 'cut';
  readonly answer: Json;
  readonly spent: Spent;
  readonly told: Pick<TrialResult, 'claim' | 'why' | 'spent' | 'rounds'>;
  readonly task_id: TaskId;
};

/** The error of a task that was not started or did not end. */
type Broken = { readonly code: ErrorCode; readonly message: string; readonly task_id: TaskId };

type Under = { readonly limits: TrialLimits /** Whether the limits are tighter than the trial's own. */; readonly isCut: boolean };

const claimed = { accept: 'done', success: 'gaps', abandon: 'gave_up' } as const satisfies Record<
  FinalResult['directive'],
  TrialResult['claim']
>;

export function endOf(end: FinalResult | Broken, under: Under): TaskEnd {
  if ('code' in end) {
    const told = { claim: 'none', why: end.message, spent: nothingSpent, rounds: 0 } as const;
    return { outcome: isModelAway(end.code) ? 'unavailable' : 'ended', answer: null, spent: nothingSpent, told, task_id: end.task_id };
  }
  const { task_id, directive, output, summary, replans, failure } = end;
  const spent = spentBy(end);
  const outcome = isModelAway(failure) ? 'unavailable' : isCutShort(end, under) ? 'cut' : 'ended';
  const told = {
    claim: outcome === 'ended' ? claimed[directive] : 'none',
    why: outcome === 'ended' ? '' : summary,
    spent,
    rounds: replans + 1,
  } as const;
  return { outcome, answer: output, spent, told, task_id };
}

/** Whether the budget of the whole run ended the trial, rather than its own limits. */
const isCutShort = ({ reason, cost }: FinalResult, { limits, isCut }: Under): boolean =>
  isCut && reason === 'budget' && cost.active_ms < (limits.active_ms ?? Number.POSITIVE_INFINITY);

function spentBy({ cost }: FinalResult): Spent {
  const { model_calls, tool_calls, input_tokens, output_tokens, usd, unpriced, active_ms } = cost;
  return { model_calls, tool_calls, input_tokens, output_tokens, usd, unpriced, active_ms };
}
