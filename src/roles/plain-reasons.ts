/** Why a plan was turned down, for a person: each reason without what it tells the planner to write instead. Pure. */
import { oneLine } from '../contracts/text/shorten.ts';

export function plainReasons(reasons: readonly string[]): string {
  const told = [...new Set(reasons.map((reason) => plainReason(reason)))];
  const more = told.length > maxTold ? `; and ${told.length - maxTold} more` : '';
  return told.length === 0 ? 'no reason was given' : `${told.slice(0, maxTold).join('; ')}${more}`;
}

/** Up to the advice outside of quotes. */
export const plainReason = (reason: string): string => oneLine(beforeAdvice.exec(reason)?.[0].trim() || reason, maxLength);

/** How the advice begins that the rules for plans add to their reasons. Anything else after a colon or a semicolon is part of the reason. */
const advice = [
  ': say under task_criteria ',
  '; say what can be seen ',
  '; name what would show it',
  '; list it ',
  '; there are ',
  '; put details into ',
  '; they must run ',
  '; another approach is asked for',
  '; make a plan that finds out',
  ': see above',
];

const beforeAdvice = new RegExp(String.raw`^(?:"(?:[^"\\]|\\.)*"|(?!${advice.join('|')})[^])*`);

const maxTold = 3;
const maxLength = 300;
