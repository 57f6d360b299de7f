/** Why a plan was rejected, in one sentence for a person. Pure. */
import { oneLine } from '../contracts/text/shorten.ts';

/** `told`: the reasons as written for a person; older journals have only those for the planner. Each reason appears once. */
export function plainReasons({
  reasons,
  told = reasons,
}: {
  readonly reasons: readonly string[];
  readonly told?: readonly string[] | undefined;
}): string {
  const each = [...new Set(told.map((reason) => oneLine(reason, maxLength)))];
  const more = each.length > maxTold ? `; and ${each.length - maxTold} more` : '';
  return each.length === 0 ? 'no reason was given' : `${each.slice(0, maxTold).join('; ')}${more}`;
}

const maxTold = 3;
const maxLength = 300;
