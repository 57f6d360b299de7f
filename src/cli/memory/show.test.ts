import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { event, stock } from '../../../test/support/stocked-memory.ts';
import { memory } from './memory.ts';

test('of a tag that has more than one message holds, --all lists the newest, says how many are left and where every one is', async () => {
  const data = scratch();
  await stock(
    data,
    Array.from({ length: 10_003 }, (_, at) => event(`t${at}-m01`, at / 10_000)),
  );
  const show = async (...flags: readonly string[]) =>
    (await runHere(memory, ['show', 'intent:find_large_files', 'tool:shell:du', '--data', data, '--verbose', ...flags])).out;
  const listed = (await show('--all')).split('\n');
  expect(listed.filter((line) => /^t\d+-m01 /.test(line))).toHaveLength(10_000);
  expect(listed.at(-1)).toBe('and 3 more; `artoo memory export` has all of them');
  expect((await show()).split('\n').at(-1)).toBe('and 9,983 more; --all lists 10,000, `artoo memory export` has all of them');
  expect(JSON.parse(await show('--all', '--json'))).toMatchObject({ more: 3 });
  expect(memory.summary).toContain('up to 10,000 memories of a tag');
});
