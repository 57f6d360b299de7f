import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../../test/support/scratch.ts';
import { statsAt } from '../../changes/disk/stamp.ts';
import { readUppers } from './read-upper.ts';

const { signal } = new AbortController();

function layer() {
  const folder = scratch();
  const [lower, upper] = [join(folder, 'lower'), join(folder, 'upper')];
  for (const path of [lower, upper]) mkdirSync(path);
  return { lower, upper };
}

const now = (path: string): bigint => statsAt(path)?.ctimeNs ?? 0n;

test('a file that another program changed since the command started may not be overwritten', async () => {
  const { lower, upper } = layer();
  writeFileSync(join(lower, 'a'), 'theirs');
  writeFileSync(join(upper, 'a'), 'ours');
  const since = now(join(lower, 'a'));
  expect(await readUppers([{ lower, upper }], { since, signal })).toMatchObject({
    whyUnknown: `${join(lower, 'a')} was changed by another program while the command ran`,
  });
  expect(await readUppers([{ lower, upper }], { since: since + 1n, signal })).toMatchObject({
    whyUnknown: undefined,
    changes: [{ path: join(lower, 'a') }],
  });
});

test('of a whole copy, what is not there any more was deleted', async () => {
  const { lower, upper } = layer();
  for (const [folder, name] of [
    [lower, 'kept'],
    [lower, 'gone'],
    [upper, 'kept'],
    [upper, 'new'],
  ] as const)
    writeFileSync(join(folder, name), name);
  const { changes } = await readUppers([{ lower, upper, isWhole: true }], { since: now(upper), signal });
  const kinds = changes.map(({ path, before, after }) => [path.slice(lower.length + 1), before?.kind, after?.kind]);
  expect(kinds.filter(([name]) => name !== 'kept')).toEqual([
    ['gone', 'file', undefined],
    ['new', undefined, 'file'],
  ]);
});

test('reading stops with the signal', async () => {
  const { lower, upper } = layer();
  writeFileSync(join(upper, 'a'), '');
  await expect(readUppers([{ lower, upper }], { since: 0n, signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
});
