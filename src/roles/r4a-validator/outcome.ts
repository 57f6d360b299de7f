/** What follows from the verdicts on an attempt: the sub-task is done, gets another attempt, or has failed. Pure. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { CorrectionSignal, ExecutionResult, SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { SubTask } from '../../contracts/plan.ts';
import { headAndTail } from '../head-and-tail.ts';
import type { Judgement } from './prompt.ts';

/** How many corrections a sub-task gets (SPEC §2). */
const maxRetries = 2;

export type Gaps = SubTaskOutcome['gap_trajectory'];

export const unmetIn = (verdicts: readonly CriterionVerdict[]): readonly CriterionVerdict[] =>
  verdicts.filter(({ verdict }) => verdict !== 'pass');

/** Whether another attempt could help: not after a refusal, and not where all that is open are commands that may not be run. */
export function mayCorrect(
  { refused, attempt }: ExecutionResult,
  { success_criteria }: Pick<SubTask, 'success_criteria'>,
  verdicts: readonly CriterionVerdict[],
): boolean {
  const isSettled = ({ verdict }: CriterionVerdict, at: number) =>
    verdict === 'pass' || (verdict === 'unverifiable' && success_criteria[at]?.check?.kind === 'command');
  return !refused && attempt <= maxRetries && !verdicts.every(isSettled);
}

/** All pass, in an execution that does not itself say it failed, means matched; anything else means failed. */
export function outcomeOf(
  { subtask_id, parent_task_id, intent, success_criteria }: SubTask,
  execution: ExecutionResult,
  criteria_verdicts: readonly CriterionVerdict[],
  gap_trajectory: Gaps,
  tool_calls: readonly ToolCall[],
): SubTaskOutcome {
  const unmet = unmetIn(criteria_verdicts);
  const matched = execution.status === 'completed' && unmet.length === 0 && criteria_verdicts.length > 0;
  const found = unmet.map(({ criterion, evidence }) => `${criterion}: ${evidence}`).join('; ');
  return {
    subtask_id,
    parent_task_id,
    intent,
    status: matched ? 'matched' : 'failed',
    output: execution.output,
    failure_reason: matched ? null : (execution.reason ?? (found || 'nothing shows that it is done')),
    refused: execution.refused,
    success_criteria,
    criteria_verdicts,
    gap_trajectory,
    tool_calls,
  };
}

/** The correction after a missed attempt. What checks found is worded by code; the judge's words are about the rest. */
export function correctionOf(
  { subtask_id }: SubTask,
  { attempt, status, reason }: ExecutionResult,
  verdicts: readonly CriterionVerdict[],
  words: Pick<Judgement, 'what_was_wrong' | 'what_to_do'>,
): CorrectionSignal {
  const unmet = unmetIn(verdicts);
  const heaviest = unmet.toSorted((a, b) => b.weight - a.weight);
  const wrong = unmet.map(({ criterion, evidence }) => `- ${criterion}: ${evidence}`);
  const todo = status === 'failed' ? anotherWay(reason) : 'Make every criterion above true, and change nothing that is true already.';
  return {
    subtask_id,
    attempt_number: attempt,
    failed_criterion: heaviest[0]?.criterion ?? '',
    failure_class: heaviest.find(({ failure_class }) => failure_class !== null)?.failure_class ?? null,
    what_was_wrong: headAndTail([...new Set([...wrong, words.what_was_wrong])].filter((line) => line !== '').join('\n')),
    what_to_do: headAndTail([todo, words.what_to_do].filter((line) => line !== '').join('\n')),
  };
}

const anotherWay = (reason: string | null): string =>
  `It ended with: ${reason ?? 'no reason'}. Look for another way with the tools on offer; report it as infeasible again only if there is none.`;
