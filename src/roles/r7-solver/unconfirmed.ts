/** An answer that did not pass, clearly marked: Law 0 forbids presenting it as confirmed, but not showing it. Pure. */
import type { ReplanRequest } from '../../contracts/control.ts';
import { outputText } from '../output-text.ts';

type Round = Pick<ReplanRequest, 'outcomes'> & Partial<Pick<ReplanRequest, 'merged_output' | 'task_verdicts' | 'task_checks'>>;

/** The heading of an unconfirmed answer. */
const unconfirmed = 'Not confirmed:';

/**
 * The answer of a round, marked as unconfirmed; empty if there is none to show. Only an answer that was judged and neither confirmed nor disproved is
 * shown: one that a check contradicts, that was never judged because no call ran, or that ends in a refusal would not help.
 */
export function unconfirmedIn({ outcomes, merged_output, task_verdicts = [], task_checks = [] }: Round): string {
  const verdicts = [
    ...outcomes.flatMap((outcome) => [...outcome.criteria_verdicts, ...(outcome.task_verdicts ?? [])]),
    ...task_verdicts,
    ...task_checks,
  ];
  const isJudged = verdicts.some(({ verdict, by }) => by === 'model' || (by === 'code' && verdict === 'unverifiable')); // by code and unverifiable: the judge passed it, and code did not accept the pass
  const isDisproved = verdicts.some(({ verdict, by }) => verdict === 'fail' && by === 'check');
  if (!isJudged || isDisproved || outcomes.some(({ refused }) => refused)) return '';
  const answers = merged_output ? [merged_output] : outcomes.map(({ output }) => output);
  const said = [...new Set(answers.map((answer) => outputText(answer).trim()))].filter((answer) => answer !== '').join('\n\n');
  return said === '' ? '' : `${unconfirmed}\n\n${said}`;
}
