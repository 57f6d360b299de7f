import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { listingOf, namesIn } from './listing.ts';

const folderOf = (count: number): string => {
  const folder = scratch();
  for (let at = 0; at < count; at += 1) writeFileSync(join(folder, `f${at}`), '');
  return folder;
};

test.each([
  ['a small folder is listed whole', 3, { listed: 3, whole: true }],
  ['of a large one, the first read counts', 2_000, { listed: 1_024, whole: false }],
])('however late it is, %s', async (_, count, { listed, whole }) => {
  const names = await namesIn(folderOf(count), () => true);
  expect({ listed: names.files.length, whole: names.whole }).toEqual({ listed, whole });
  expect(listingOf(names).entries).not.toEqual([]);
});
