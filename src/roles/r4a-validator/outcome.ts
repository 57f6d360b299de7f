/** What follows from the verdicts on an attempt: the sub-task is done, gets another attempt, or has failed. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { CorrectionSignal, ExecutionResult, SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { SubTask } from '../../contracts/plan.ts';
import { missedIn, missedText } from '../missed.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Judgement } from './prompt.ts';

/** How many corrections a sub-task gets (SPEC §2). */
const maxRetries = 2;

export type Gaps = SubTaskOutcome['gap_trajectory'];

/** The verdicts on the criteria of a sub-task and, if it is the only one, on those of its task. */
export type Verdicts = { readonly verdicts: readonly CriterionVerdict[]; readonly task_verdicts?: readonly CriterionVerdict[] };

/**
 * Whether another attempt could help: not after a refusal or a second report that the sub-task cannot be done, and not if only commands that cannot run are
 * open. If the person has said something since the plan (`isSteered`), a miss goes to the planner, because the criteria are older than the person's words.
 */
export function mayCorrect(
  executions: readonly ExecutionResult[],
  criteria: readonly Criterion[],
  unmet: readonly CriterionVerdict[],
  isSteered = false,
): boolean {
  const last = executions.at(-1);
  if (isSteered && !unmet.every(isUnproved)) return false;
  if (!last || last.refused || last.attempt > maxRetries) return false;
  if (last.infeasible && executions.filter(({ infeasible }) => infeasible).length > 1) return false;
  const isCommand = (text: string) => criteria.some(({ criterion, check }) => criterion === text && check?.kind === 'command');
  return !unmet.every(({ verdict, criterion }) => verdict === 'unverifiable' && isCommand(criterion));
}

/** Matched if the execution completed and all criteria of the sub-task pass; otherwise failed. */
export function outcomeOf(
  { subtask_id, parent_task_id, intent, success_criteria }: SubTask,
  execution: ExecutionResult,
  { verdicts, task_verdicts }: Verdicts,
  gap_trajectory: Gaps,
  tool_calls: readonly ToolCall[],
): SubTaskOutcome {
  const matched = execution.status === 'completed' && missedIn(verdicts).length === 0 && verdicts.length > 0;
  return {
    subtask_id,
    parent_task_id,
    intent,
    status: matched ? 'matched' : 'failed',
    output: execution.output,
    failure_reason: matched ? null : (execution.reason ?? (missedText(verdicts) || 'nothing shows that it is done')),
    refused: execution.refused,
    ...(execution.unanswered && { unanswered: true }),
    success_criteria,
    criteria_verdicts: verdicts,
    ...(task_verdicts ? { task_verdicts } : {}),
    gap_trajectory,
    tool_calls,
  };
}

/** The correction after a missed attempt: what code found, then the judge's words. */
export function correctionOf(
  { subtask_id }: SubTask,
  execution: ExecutionResult,
  unmet: readonly CriterionVerdict[],
  words: Pick<Judgement, 'what_was_wrong' | 'what_to_do'>,
): CorrectionSignal {
  const heaviest = unmet.toSorted((a, b) => b.weight - a.weight);
  const isGivenUp = execution.status === 'failed';
  const wrong = isGivenUp ? [whyGivenUp(execution)] : whatWasFound(unmet, heaviest);
  const todo = isGivenUp ? anotherWay : unmet.every(isUnproved) ? proveIt : makeItTrue;
  return {
    subtask_id,
    attempt_number: execution.attempt,
    failed_criterion: heaviest[0]?.criterion ?? '',
    failure_class: heaviest.find(({ failure_class }) => failure_class !== null)?.failure_class ?? null,
    what_was_wrong: headAndTail([...new Set([...wrong, notToldIn(words.what_was_wrong, unmet)])].filter((line) => line !== '').join('\n')),
    what_to_do: headAndTail([todo, words.what_to_do].filter((line) => line !== '').join('\n')),
  };
}

/** Each criterion with what was found; a finding that is said of several is told once, for the heaviest. */
function whatWasFound(unmet: readonly CriterionVerdict[], heaviest: readonly CriterionVerdict[]): readonly string[] {
  const findings = new Set(unmet.map(({ evidence }) => evidence));
  const told = findings.size < unmet.length ? heaviest : unmet;
  const isRepeated = (evidence: string, at: number): boolean => told.findIndex((each) => each.evidence === evidence) < at;
  return told.map(
    ({ criterion, evidence }, at) => `- ${criterion}: ${evidence !== '' && isRepeated(evidence, at) ? 'the same' : evidence}`,
  );
}

/** The judge's words without the lines that only repeat what was found. */
const notToldIn = (words: string, unmet: readonly CriterionVerdict[]): string =>
  words
    .split('\n')
    .filter((line) => !unmet.some(({ evidence }) => evidence === line.trim()))
    .join('\n');

/** Why the executor gave up, as a correction: a first report that the sub-task cannot be done is not wrong, only not final. */
const whyGivenUp = ({ infeasible, reason }: ExecutionResult): string =>
  infeasible ? `A first report that it cannot be done is not final. The reason given: ${reason}` : (reason ?? 'No reason was given.');

/** A pass without proof: nothing is known to be wrong with the work. */
const isUnproved = ({ verdict, by }: CriterionVerdict): boolean => verdict === 'unverifiable' && by === 'code';

const makeItTrue = 'Make every criterion above true, and leave alone what is already true.';

const proveIt =
  'Nothing was found wrong with the work; only proof is missing. Change nothing. Show each of these with a separate call made after the last change: run it, read it or search for it. Then give the whole answer again.';

const anotherWay =
  'Look for another way with the tools on offer, in other places or by other means. If there is none, report it as infeasible again, with everything you found: then it is accepted. Invent nothing.';
