/** How a task ends, for each way it can: what R7 tells the person. Pure, from what R7 was told. */
import type { Loss, OutcomeSummary, ReplanRequest, Unmet } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { distance } from '../../control/distance.ts';
import { implausibility } from '../../control/implausibility.ts';
import { loss, resourceCost } from '../../control/loss.ts';
import { ungrounded } from '../../laws/grounding.ts';
import type { Drafted } from '../role.ts';

type Final = Drafted<'FinalResult'>;

/** Everything passed: D is 0, and nothing is left to doubt. */
export function accepted(task_id: TaskId, rawInput: string, { summary, merged_output, elapsed_ms, outcomes }: OutcomeSummary): Final {
  const Omega = resourceCost({ replans: 0, elapsedMs: elapsed_ms });
  const text = typeof merged_output === 'string' ? merged_output : JSON.stringify(merged_output);
  return {
    ...blank(task_id, lossOf(0, 0.5, Omega)),
    summary,
    output: merged_output,
    ungrounded: ungrounded(text, [rawInput, ...seen(outcomes)]),
    directive: 'accept',
    reason: 'met',
  };
}

/** The round missed the goal. What was achieved and could be done next comes from the handoff. */
export function fellShort(task_id: TaskId, request: ReplanRequest, { partial_result, next_moves }: PayloadOf<'Handoff'>): Final {
  const { outcomes, task_verdicts, elapsed_ms, gap_summary } = request;
  const D = distance(outcomes, task_verdicts);
  const P = implausibility(outcomes, task_verdicts);
  const Omega = resourceCost({ replans: 0, elapsedMs: elapsed_ms });
  return {
    ...blank(task_id, lossOf(D, P, Omega)),
    summary: gap_summary,
    output: partial_result,
    unmet: unmetIn(request),
    directive: 'abandon',
    reason: 'gap',
    next_moves,
  };
}

/** The task ends before it could be measured: nothing counts as met. */
export function cutShort(task_id: TaskId, activeMs: number, end: Pick<Final, 'summary' | 'reason' | 'next_moves'>): Final {
  const Omega = resourceCost({ replans: 0, elapsedMs: activeMs });
  return { ...blank(task_id, lossOf(1, 0.5, Omega)), ...end, directive: 'abandon' };
}

/** Every criterion that did not pass, with the reason. */
export function unmetIn({
  outcomes,
  task_verdicts,
  task_checks,
}: Pick<ReplanRequest, 'outcomes' | 'task_verdicts' | 'task_checks'>): readonly Unmet[] {
  const verdicts: readonly CriterionVerdict[] = [
    ...outcomes.flatMap(({ criteria_verdicts }) => criteria_verdicts),
    ...(task_verdicts ?? task_checks ?? []),
  ];
  return verdicts.filter(({ verdict }) => verdict !== 'pass').map(({ criterion, evidence }) => ({ criterion, why: evidence }));
}

const lossOf = (D: number, P: number, Omega: number): Loss => ({ D, P, Omega, L: loss({ D, P, Omega }) });

const blank = (task_id: TaskId, measured: Loss) => ({
  task_id,
  output: null,
  unmet: [],
  ungrounded: [],
  loss: measured,
  grad_l: 0,
  replans: 0,
  prev_directive: 'init' as const,
  next_moves: [],
});

/** What tools were given and gave back. */
const seen = (outcomes: readonly SubTaskOutcome[]): readonly string[] =>
  outcomes.flatMap(({ tool_calls }) =>
    tool_calls.flatMap(({ input, output_head_tail }) => [typeof input === 'string' ? input : JSON.stringify(input), output_head_tail]),
  );
