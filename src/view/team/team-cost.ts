/** What the turns of a team used, in words. An unknown cost is called unknown, never shown as zero. Pure. */
import type { CostSum } from '../../team/report/turn-list.ts';
import { dollars, short } from '../spans.ts';

type Known = Pick<CostSum, 'usd' | 'inputTokens' | 'outputTokens' | 'unpriced' | 'turns' | 'unknownTurns'>;

/** `35.8k`; `35.8k+` if some turns reported no usage, `unknown` if no turn did. */
export function tokensText({ inputTokens, outputTokens, turns, unknownTurns }: Known): string {
  if (turns > 0 && unknownTurns === turns) return 'unknown';
  return `${short(inputTokens + outputTokens)}${unknownTurns > 0 ? '+' : ''}`;
}

/** `$0.02`; `$0.02+` if more was spent than is known, `unknown` if nothing is known. */
export function costText({ usd, unpriced, turns, unknownTurns }: Known): string {
  if (turns > 0 && unknownTurns === turns) return 'unknown';
  const known = dollars(usd, unpriced);
  if (known === 'no price' || (unknownTurns > 0 && usd === 0)) return 'unknown';
  return unknownTurns > 0 && !known.endsWith('+') ? `${known}+` : known;
}

/** `35.8k tokens, $0.02`, or `tokens and cost unknown`. */
export function spentText(cost: Known): string {
  const tokens = tokensText(cost);
  return tokens === 'unknown'
    ? 'tokens and cost unknown'
    : `${tokens} tokens, ${costText(cost) === 'unknown' ? 'cost unknown' : costText(cost)}`;
}
