/** An answer that did not pass, clearly marked: Law 0 forbids passing it off as confirmed, not showing it. Pure. */
import type { ReplanRequest } from '../../contracts/control.ts';
import { outputText } from '../output-text.ts';

type Round = Pick<ReplanRequest, 'outcomes'> & Partial<Pick<ReplanRequest, 'merged_output' | 'task_verdicts' | 'task_checks'>>;

/** The heading of such an answer. */
const unconfirmed = 'Not confirmed:';

/**
 * The answer of a round, marked; empty without one. It was judged and not confirmed, but not disproved either: an answer that a check contradicts,
 * that was never judged because no call ran, or that ends in a refusal would not help.
 */
export function unconfirmedIn({ outcomes, merged_output, task_verdicts = [], task_checks = [] }: Round): string {
  const verdicts = [
    ...outcomes.flatMap((outcome) => [...outcome.criteria_verdicts, ...(outcome.task_verdicts ?? [])]),
    ...task_verdicts,
    ...task_checks,
  ];
  const isJudged = verdicts.some(({ verdict, by }) => by === 'model' || (by === 'code' && verdict === 'unverifiable')); // unverifiable: a pass that code did not accept
  const isDisproved = verdicts.some(({ verdict, by }) => verdict === 'fail' && by === 'check');
  if (!isJudged || isDisproved || outcomes.some(({ refused }) => refused)) return '';
  const answers = merged_output ? [merged_output] : outcomes.map(({ output }) => output);
  const said = [...new Set(answers.map((answer) => outputText(answer).trim()))].filter((answer) => answer !== '').join('\n\n');
  return said === '' ? '' : `${unconfirmed}\n\n${said}`;
}
