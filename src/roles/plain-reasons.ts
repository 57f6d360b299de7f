/** Why a plan was turned down, for a person: each reason without what it tells the planner to write instead. Pure. */
import { oneLine } from '../contracts/text/shorten.ts';

export function plainReasons(reasons: readonly string[]): string {
  const told = [...new Set(reasons.map((reason) => plainReason(reason)))];
  const more = told.length > maxTold ? `; and ${told.length - maxTold} more` : '';
  return told.length === 0 ? 'no reason was given' : `${told.slice(0, maxTold).join('; ')}${more}`;
}

/** Up to the advice, which follows a semicolon, or a colon outside of quotes. */
export const plainReason = (reason: string): string => oneLine(/^(?:"[^"]*"|[^";:])*/.exec(reason)?.[0].trim() || reason, maxLength);

const maxTold = 3;
const maxLength = 300;
