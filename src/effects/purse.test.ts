import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { uncapped } from '../laws/caps.ts';
import type { Bound } from '../models/spending/spending.ts';
import { createPurse } from './purse.ts';

const nothing = { tokens: 0, usd: 0 };
const running = () => new AbortController().signal;
const bound = (input_tokens: number, output_tokens: number, least = 10): Bound => ({
  model: 'm',
  input_tokens,
  output_tokens,
  least_output_tokens: least,
});
const capped = (tokens: number, spent = nothing) => createPurse({ ...uncapped, tokens }, spent);
const settled = async (promise: Promise<unknown>): Promise<string> =>
  Promise.race([
    promise.then(() => 'granted').catch(({ code }) => String(code)),
    new Promise<string>((resolve) => setImmediate(resolve, 'waits')),
  ]);

describe('a call', () => {
  test('gets everything that it asks for if the caps cover it', async () => {
    expect(await capped(100).account(running()).reserve(bound(50, 50))).toMatchObject({ output_tokens: 50 });
  });

  test('gets what is left when it is alone', async () => {
    expect(await capped(100).account(running()).reserve(bound(60, 50))).toMatchObject({ output_tokens: 40 });
  });

  test('is refused when what is left is too little to be of use, and the reason has numbers', async () => {
    await expect(capped(100, { tokens: 40, usd: 0 }).account(running()).reserve(bound(55, 50))).rejects.toMatchObject({
      code: 'budget_spent',
      message: '60 of 100 tokens are left; the next call of m may take 65',
    });
  });

  test('that wants less than that is not refused for it', async () => {
    expect(await capped(60).account(running()).reserve(bound(55, 5))).toMatchObject({ output_tokens: 5 });
  });

  test('is refused for money, in dollars', async () => {
    const purse = createPurse({ ...uncapped, usd: 1 }, { tokens: 0, usd: 0.75 });
    await expect(purse.account(running()).reserve({ ...bound(1, 50), usd: (output) => output * 0.1 })).rejects.toMatchObject({
      code: 'budget_spent',
      message: '$0.2500 of $1 are left; the next call of m may cost $1.0000',
    });
  });

  test('waits while another may give something back, then gets what it wants', async () => {
    const purse = capped(100);
    const first = await purse.account(running()).reserve(bound(40, 50));
    const second = purse.account(running()).reserve(bound(40, 50));
    expect(await settled(second)).toBe('waits');
    first.settle({ input_tokens: 5, output_tokens: 5 });
    expect(await second).toMatchObject({ output_tokens: 50 });
  });

  test('that came later does not pass one that waits', async () => {
    const purse = capped(100);
    const first = await purse.account(running()).reserve(bound(40, 50));
    const second = purse.account(running()).reserve(bound(40, 50));
    const small = purse.account(running()).reserve(bound(1, 1));
    expect([await settled(second), await settled(small)]).toEqual(['waits', 'waits']);
    first.settle('nothing');
    expect([await settled(second), await settled(small)]).toEqual(['granted', 'granted']);
  });

  test('that is cancelled while it waits lets the next one in', async () => {
    const purse = capped(100);
    const stop = new AbortController();
    await purse.account(running()).reserve(bound(40, 50));
    const second = purse.account(stop.signal).reserve(bound(40, 50));
    const small = purse.account(running()).reserve(bound(1, 1));
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    expect(await settled(small)).toBe('granted');
  });

  test('of a step that is over already gets nothing and takes nothing', async () => {
    const purse = capped(100);
    await expect(purse.account(AbortSignal.abort()).reserve(bound(1, 1))).rejects.toMatchObject({ code: 'cancelled' });
    expect(await purse.account(running()).reserve(bound(50, 50))).toMatchObject({ output_tokens: 50 });
  });
});

describe('what a step used', () => {
  test('is the sum of its calls; a failed one that cost nothing adds nothing', async () => {
    const account = createPurse(uncapped, nothing).account(running());
    (await account.reserve(bound(10, 10))).settle('nothing');
    (await account.reserve(bound(10, 10))).settle({ input_tokens: 3, output_tokens: 2, usd: 0.5, model: 'm' });
    (await account.reserve(bound(10, 10))).settle({ input_tokens: 1, output_tokens: 1, usd: 0.25, model: 'm' });
    expect(account.close()).toEqual({ input_tokens: 4, output_tokens: 3, usd: 0.75, model: 'm' });
  });

  test('is the maximum if the real use is unknown', async () => {
    const account = createPurse(uncapped, nothing).account(running());
    (await account.reserve({ ...bound(10, 20), usd: (output) => output })).settle('most');
    expect(account.close()).toEqual({ input_tokens: 10, output_tokens: 20, usd: 20, model: 'm', estimated: true });
  });

  test('counts a call that never said what it used', async () => {
    const purse = capped(100);
    const account = purse.account(running());
    await account.reserve(bound(40, 50));
    expect(account.close()).toMatchObject({ input_tokens: 40, output_tokens: 50, estimated: true });
    await expect(purse.account(running()).reserve(bound(10, 10))).rejects.toMatchObject({ code: 'budget_spent' });
  });

  test('is reported once: what comes later does not count', async () => {
    const account = createPurse(uncapped, nothing).account(running());
    const held = await account.reserve(bound(10, 10));
    held.settle({ input_tokens: 1, output_tokens: 1 });
    held.settle('most');
    expect(account.close()).toEqual({ input_tokens: 1, output_tokens: 1 });
  });

  test('is nothing where nothing was reserved', () => {
    expect(capped(100).account(running()).close()).toBeUndefined();
  });

  test('holds the call that an earlier process made and never heard of, once', async () => {
    const purse = capped(100);
    const account = purse.account(running(), { lost: 1 });
    (await account.reserve(bound(10, 20))).settle({ input_tokens: 3, output_tokens: 2, model: 'm' });
    (await account.reserve(bound(10, 20))).settle({ input_tokens: 3, output_tokens: 2, model: 'm' });
    expect(account.close()).toEqual({ input_tokens: 16, output_tokens: 24, model: 'm', estimated: true });
    await expect(purse.account(running()).reserve(bound(60, 1))).rejects.toMatchObject({ code: 'budget_spent' });
  });

  test('holds what an earlier failure is known to have used, and no more', async () => {
    const purse = capped(100);
    const account = purse.account(running(), { used: { input_tokens: 5, output_tokens: 1, model: 'm' } });
    (await account.reserve(bound(10, 20))).settle({ input_tokens: 3, output_tokens: 2, model: 'm' });
    expect(account.close()).toEqual({ input_tokens: 8, output_tokens: 3, model: 'm' });
    await expect(purse.account(running()).reserve(bound(90, 1))).rejects.toMatchObject({ code: 'budget_spent' });
  });

  test('has no price where that of one call is not known', async () => {
    const account = createPurse(uncapped, nothing).account(running());
    (await account.reserve(bound(1, 1))).settle({ input_tokens: 1, output_tokens: 1, usd: 1, model: 'm' });
    (await account.reserve(bound(1, 1))).settle({ input_tokens: 1, output_tokens: 1, model: 'm' });
    expect(account.close()).toEqual({ input_tokens: 2, output_tokens: 2, model: 'm' });
  });
});

test('a step that closes between the grant of a call and the news of it gives back what it got', async () => {
  const purse = capped(100);
  const account = purse.account(running());
  void account.reserve(bound(40, 50)); // granted, but not reported yet
  expect(account.close()).toMatchObject({ input_tokens: 40, output_tokens: 50 });
  await expect(purse.account(running()).reserve(bound(10, 10))).rejects.toMatchObject({ code: 'budget_spent' }); // fails instead of waiting forever
});

test('a step that closes while a call of it waits lets go of its place', async () => {
  const purse = capped(100);
  const first = await purse.account(running()).reserve(bound(40, 50));
  const account = purse.account(running());
  const waiting = account.reserve(bound(40, 50));
  account.close();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  first.settle('nothing');
  expect(await purse.account(running()).reserve(bound(50, 50))).toMatchObject({ output_tokens: 50 });
});

test('whatever calls do in parallel, the caps hold to the last token, every call is served or refused, and the remainder is correct', async () => {
  const callOf = fc.record({
    input: fc.nat({ max: 40 }),
    output: fc.integer({ min: 1, max: 60 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    turns: fc.nat({ max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(callOf, { maxLength: 6 }), { maxLength: 8 }), fc.nat({ max: 400 }), async (workers, cap) => {
      const price = 0.001;
      const purse = createPurse({ active_ms: null, tokens: cap, usd: cap * price * 0.9 }, nothing);
      let used = 0;
      const work = async (calls: (typeof workers)[number]) => {
        for (const { input, output, share, turns } of calls) {
          const account = purse.account(running());
          try {
            const held = await account.reserve({ ...bound(input, output, 5), usd: (tokens) => (input + tokens) * price });
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            const out = Math.floor(held.output_tokens * share);
            held.settle({ input_tokens: input, output_tokens: out, usd: (input + out) * price, model: 'm' });
            used += input + out;
          } catch (error) {
            expect(error).toMatchObject({ code: 'budget_spent' });
          }
          account.close();
        }
      };
      await Promise.all(workers.map(work));
      expect(used).toBeLessThanOrEqual(cap * 0.9 + 1e-6);
      const rest = Math.floor(cap * 0.9 + 1e-9) - used;
      if (rest > 0)
        expect(await purse.account(running()).reserve({ ...bound(0, rest, rest), usd: (tokens) => tokens * price })).toMatchObject({
          output_tokens: rest,
        });
    }),
    { numRuns: 300 / oneIn(10) },
  );
});
