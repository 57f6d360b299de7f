import { expect, test } from 'vitest';
import { callsAtOnce } from './calls-at-once.ts';

test('so many run, so many wait in order, and the rest are refused until there is room', async () => {
  const atOnce = callsAtOnce(2, 1);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const call = (n: number): Promise<void> =>
    atOnce(async () => {
      begun.push(n);
      await gates[n]?.promise;
    });
  const [first, second, third] = [call(0), call(1), call(2)];
  await expect(call(3)).rejects.toMatchObject({ code: 'usage' });
  expect(begun).toEqual([0, 1]);
  gates[0]?.resolve();
  await first;
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all([second, third, call(3)]);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('a call that fails makes room', async () => {
  const atOnce = callsAtOnce(1, 0);
  await expect(atOnce(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await atOnce(async () => 'yes')).toBe('yes');
});
