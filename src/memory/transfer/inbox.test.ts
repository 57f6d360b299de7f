import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../../test/support/child.ts';
import { daysAgo } from '../../../test/support/ended-journal.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { event } from '../../../test/support/stocked-memory.ts';
import { emptyInbox, leaveInInbox } from './inbox.ts';

test('memories for which the disk has no room leave nothing in the inbox', async () => {
  const folder = scratch();
  const child = await startChild('leaves-in-inbox.ts', [folder, '1000000'], { fileLimitKiB: 64 });
  expect(await child.line('E')).toBe('EFBIG');
  expect(readdirSync(join(folder, 'inbox'))).toEqual([]);
});

test('a draft of a process that died is removed after a day; fresh drafts and other files stay', async () => {
  const inbox = join(scratch(), 'inbox');
  mkdirSync(inbox);
  const drafted = (name: string, days: number) => {
    writeFileSync(join(inbox, name), '[');
    utimesSync(join(inbox, name), daysAgo(days), daysAgo(days));
    return name;
  };
  drafted('.0b3c9b0e-4c0e-4d3e-9d57-4d0b0a2f7f11', 2);
  const fresh = drafted('.f3a6a1b2-94a4-4a8d-8a41-0d9d6a1c2e33', 0.9);
  const others = [drafted('.hidden', 2), drafted('old.json.refused', 2)];
  const write = () => Promise.reject(new Error('there is nothing to write'));
  expect(await emptyInbox(join(inbox, '..'), { write }, () => {})).toBe(0);
  expect(readdirSync(inbox).toSorted()).toEqual([fresh, ...others].toSorted());
});

test('a file that cannot be read does not hold up the others', async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'inbox', '00000000.json'), { recursive: true });
  await leaveInInbox(folder, [event('a-m01', 0)]);
  const taken: string[] = [];
  const keeper = {
    write: async ({ megrams }: { readonly megrams: readonly { readonly id: string }[] }) => {
      taken.push(...megrams.map(({ id }) => id));
      return { written: megrams.length };
    },
  };
  await expect(emptyInbox(folder, keeper, () => {})).rejects.toMatchObject({ code: 'EISDIR' });
  expect(taken).toEqual(['a-m01']);
});
