import { expect, test } from 'vitest';
import { aTurn } from '../../../test/support/played-turn.ts';
import type { Runner } from '../../team/runners/runner.ts';
import { paidRunner } from './paid-runner.ts';
import { createTeamPurse } from './team-purse.ts';

const costing = (usd: number | undefined): Runner => ({
  ...{ name: 'fake', graceMs: 0, async [Symbol.asyncDispose]() {} },
  run: async () => ({ end: 'done', detail: '', used: { inputTokens: 1, outputTokens: 1, ...(usd === undefined ? {} : { usd }) } }),
});

test.each([
  ['costs what is left', 1, ['done', 'failed']],
  ['does not say what it costs', undefined, ['done', 'done']],
])('a program that %s', async (_, usd, ends) => {
  const runner = paidRunner(costing(usd), createTeamPurse(1));
  const take = async () => (await runner.run(aTurn({ folder: '/' }), () => Promise.reject(new Error()), AbortSignal.timeout(1_000))).end;
  expect([await take(), await take()]).toEqual(ends);
});
