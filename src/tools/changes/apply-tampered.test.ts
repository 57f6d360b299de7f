/** Programs that write at the worst moment: their changes to new content are not applied, and files that they put in its place are not lost. */
import {
  appendFileSync,
  existsSync,
  linkSync,
  type PathLike,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changingTree } from '../../../test/support/changing-tree.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { openChanges } from './change-store.ts';
import { createDisk } from './disk/disk.ts';
import { entryAt } from './disk/entry-at.ts';
import { stampOf } from './disk/stamp.ts';

const signal = new AbortController().signal;
const request = { call: { task_id: 'task', key: '1.1.1/R3/1.1' }, title: 'a call', result: null };

describe.each([
  ['beside the data', false],
  ['on another file system', true],
])('what is written to new content after it was checked is not applied %s', (_, isElsewhere) => {
  test.each([
    ['as a new file', undefined],
    ['over an existing file', 'old'],
  ])('%s', async (_, old) => {
    const at = changingTree({ isElsewhere });
    const path = join(at.real, 'late');
    if (old !== undefined) writeFileSync(path, old);
    const from = join(scratch(), 'content');
    writeFileSync(from, 'judged');
    const [before, after] = await Promise.all([path, from].map((each) => entryAt(each)));
    if (before === 'other' || !after || after === 'other') return expect.unreachable();
    const change = { path, before: before ?? null, after, from, stamp: stampOf(path) };
    const tampering =
      (call: (from: PathLike, to: PathLike) => void) =>
      (from: PathLike, to: PathLike): void => {
        if (statSync(from).isFile() && readFileSync(from, 'utf8') === 'judged') appendFileSync(from, ' and more');
        call(from, to);
      };
    const disk = { ...createDisk(), link: tampering(linkSync), rename: tampering(renameSync) };
    expect(
      await openChanges(at.data, disk)
        .apply({ ...request, changes: [change] }, signal)
        .catch((error) => error.code),
    ).toBe('ESTALE');
    expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(old);
  });
});

test('a file with other content of the same size and with its time put back is not overwritten', async () => {
  const at = changingTree();
  const [path, from] = [join(at.real, 'late'), join(scratch(), 'content')];
  writeFileSync(path, 'old');
  writeFileSync(from, 'new');
  utimesSync(path, 1_000, 1_000);
  const [before, after] = [await entryAt(path), await entryAt(from)];
  if (!before || before === 'other' || !after || after === 'other') return expect.unreachable();
  const change = { path, before, after, from, stamp: stampOf(path) };
  writeFileSync(path, 'own');
  utimesSync(path, 1_000, 1_000);
  expect(await openChanges(at.data).apply({ ...request, changes: [change] }, signal)).toMatchObject({ applied: false, moved: [path] });
  expect(readFileSync(path, 'utf8')).toBe('own');
});
