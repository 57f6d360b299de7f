import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalText } from '../../test/support/ended-journal.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { AttachedData } from '../contracts/intent.ts';
import { carryData } from './carry-data.ts';

const text = 'Grüße\n';

/** The journal of a task with such data, and the path where the task will look for it. */
function moved(given: Partial<AttachedData>) {
  const folder = scratch();
  const here = join(folder, 'workspace', 'input-t.txt');
  const data: AttachedData = { path: here, bytes: 8, excerpt: text, whole: true, ...given };
  const journal = join(folder, 't.jsonl');
  writeFileSync(journal, journalText('t', { isOver: false }).replace('"session":[],', `"session":[],"data":${JSON.stringify(data)},`));
  return { here, carried: carryData(journal, (tape) => tape) };
}

test('data that is complete in the journal is written to where the task will look for it', async () => {
  const { here, carried } = moved({});
  await carried;
  expect(readFileSync(here, 'utf8')).toBe(text);
});

test.each([
  ['is longer than its excerpt', { whole: false, bytes: 90_000 }],
  ['lost a secret on the way to the journal', { bytes: 20 }],
])('data that %s has to be copied, and nothing is written', async (_, given) => {
  const { here, carried } = moved(given);
  await expect(carried).rejects.toMatchObject({ code: 'input_missing', message: expect.stringContaining(here) });
  expect(existsSync(here)).toBe(false);
});
