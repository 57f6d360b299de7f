import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roomFor, uncapped } from './caps.ts';

const nothing = { tokens: 0, usd: 0 };
const call = { input_tokens: 100, output_tokens: 50 };
const priced = { ...call, usd: (output: number) => 0.1 + output * 0.01 };

test.each([
  ['without caps, all it wants', call, uncapped, nothing, 50],
  ['all it wants where that just fits', call, { ...uncapped, tokens: 150 }, nothing, 50],
  ['one less where one is missing', call, { ...uncapped, tokens: 149 }, nothing, 49],
  ['less by what is taken', call, { ...uncapped, tokens: 150 }, { tokens: 30, usd: 0 }, 20],
  ['no output where only the input fits', call, { ...uncapped, tokens: 100 }, nothing, 0],
  ['nothing where the input does not fit', call, { ...uncapped, tokens: 99 }, nothing, undefined],
  ['what the money buys', priced, { ...uncapped, usd: 0.3 }, nothing, 20],
  [
    'what the money buys, as sums of prices are not exact',
    { ...priced, usd: () => 0.2 },
    { ...uncapped, usd: 0.3 },
    { tokens: 0, usd: 0.1 },
    50,
  ],
  ['no output where the money only buys the input', priced, { ...uncapped, usd: 0.1 }, nothing, 0],
  ['nothing where the money does not buy the input', priced, { ...uncapped, usd: 0.09 }, nothing, undefined],
  ['what tokens leave, where the price is not known', call, { ...uncapped, tokens: 120, usd: 0 }, { tokens: 0, usd: 9 }, 20],
])('there is room for %s', (_, wanted, caps, taken, room) => {
  expect(roomFor(wanted, caps, taken)).toBe(room);
});

test('the room is the largest number of tokens that both caps cover', () => {
  const amount = fc.nat({ max: 200 });
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, fc.integer({ min: 1, max: 9 }), (input, output, tokens, money, taken, price) => {
      const usd = (tokensOut: number) => (input + tokensOut) * price;
      const room = roomFor(
        { input_tokens: input, output_tokens: output, usd },
        { active_ms: null, tokens, usd: money },
        { tokens: taken, usd: taken },
      );
      const fits = (o: number) => taken + input + o <= tokens && taken + usd(o) <= money;
      const best = Array.from({ length: output + 1 }, (_, o) => o).findLast(fits);
      expect(room).toBe(best);
    }),
  );
});
