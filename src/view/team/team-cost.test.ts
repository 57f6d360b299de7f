import { expect, test } from 'vitest';
import { costText, spentText, tokensText } from './team-cost.ts';

const none = { usd: 0, inputTokens: 0, outputTokens: 0, unpriced: [], turns: 0, unknownTurns: 0 };

test.each([
  ['nothing was done', none, '0', '$0.00', '0 tokens, $0.00'],
  ['all is known', { ...none, usd: 0.02, inputTokens: 900, outputTokens: 100, turns: 2 }, '1.0k', '$0.02', '1.0k tokens, $0.02'],
  ['no turn left an account', { ...none, turns: 2, unknownTurns: 2 }, 'unknown', 'unknown', 'tokens and cost unknown'],
  ['one of two did', { ...none, usd: 0.02, inputTokens: 1_000, turns: 2, unknownTurns: 1 }, '1.0k+', '$0.02+', '1.0k+ tokens, $0.02+'],
  ['no price is known', { ...none, inputTokens: 1_000, unpriced: ['m'], turns: 1 }, '1.0k', 'unknown', '1.0k tokens, cost unknown'],
])('where %s', (_, cost, tokens, price, spent) => {
  expect([tokensText(cost), costText(cost), spentText(cost)]).toEqual([tokens, price, spent]);
});
