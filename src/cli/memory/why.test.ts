import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenEntries, goldenPath } from '../../../test/support/golden-entries.ts';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { memoryIn } from '../../../test/support/stocked-memory.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import { memory } from './memory.ts';

const name = 'second-time';
const taught = goldenEntries(name).flatMap((entry) => (entry.kind === 'message' && entry.type === 'Megram' ? [entry.payload] : []));
const [first = '', second = '', third = ''] = taught.map(({ id }) => id);

/** A data folder with the journal of a task that left some memories, and no memory store yet. */
function taughtData(): string {
  const data = scratch();
  const path = journalPath(data, parseTaskId('t'));
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(goldenPath(name), path);
  return data;
}

const why = (data: string, ...flags: readonly string[]) => runHere(memory, ['why', 't', '--data', data, ...flags]);

test('each lesson of a task is looked up: forgotten since, erased, or no longer there', async () => {
  const data = taughtData();
  const keeper = memoryIn(data);
  await keeper.write({ megrams: taught.slice(0, 2) });
  await keeper.forget({ id: first, purge: false });
  await keeper.forget({ id: second, purge: true });
  await keeper.close();
  const { code, out, err } = await why(data);
  expect([code, err, out.match(/^ {4}(?:this has since been|no longer remembered)/gm)?.length]).toEqual([0, '', taught.length]);
  expect(JSON.parse((await why(data, '--json')).out)).toMatchObject({
    taught: [
      { id: first, now: 'forgotten' },
      { id: second, now: 'erased' },
      { id: third, now: 'gone' },
      { level: 'K', now: 'gone' },
    ],
    missing: null,
  });
});

test('without a memory it shows what the journal contains, says so in one line, and creates no memory', async () => {
  const data = taughtData();
  const { code, out, err } = await why(data);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(third);
  expect(out.match(/^Whether it is still remembered is unknown: there is no memory/gm)).toHaveLength(1);
  expect(existsSync(join(data, 'memory'))).toBe(false);
});

test('without a task it is about the last one', async () => {
  const data = taughtData();
  const [alone, last] = await Promise.all([[], ['last']].map((words) => runHere(memory, ['why', ...words, '--data', data])));
  expect([alone?.code, alone?.out]).toEqual([0, last?.out]);
  expect(alone?.out).toContain(third);
});

test('it still shows the journal if the memory cannot be opened', async () => {
  const data = taughtData();
  writeFileSync(join(data, 'memory'), 'no folder');
  const { code, out } = await why(data, '--json');
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { taught: taught.map(() => ({ now: null })), missing: expect.stringContaining('cannot be opened') },
  ]);
});
