import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChild } from '../../../test/support/child.ts';
import { goldenEntries, goldenPath } from '../../../test/support/golden-entries.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { createTally } from '../../engine/tally.ts';
import type { Entry } from '../../journal/entry.ts';
import { journalPath } from '../../journal/files.ts';
import { forkPlaceIn } from './fork-place.ts';

const task = (name: string) => ({ task_id: name as TaskId, path: goldenPath(name) });
const seqOf = (name: string, is: (entry: Entry) => boolean): number =>
  goldenEntries(name).find(is)?.seq ?? expect.fail('there is no such entry');

test('the cost of the shared part is the sum of its entries', async () => {
  const entries = goldenEntries('another-tool');
  for (const at of [2, 10, 30]) {
    const tally = createTally();
    for (const entry of entries.slice(0, at)) tally.add(entry);
    expect((await forkPlaceIn(task('another-tool'), at)).cost).toEqual(tally.cost);
  }
});

test('an unfinished task can be forked at its end', async () => {
  const path = join(scratch(), 'x.jsonl');
  const entries = goldenEntries('first-task').slice(0, 9);
  writeFileSync(path, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n{"kind":"to`);
  const place = await forkPlaceIn({ task_id: 'first-task' as TaskId, path }, 9);
  expect(place.cost.model_calls).toBeGreaterThan(0);
  await expect(forkPlaceIn({ task_id: 'first-task' as TaskId, path }, 10)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('it has 9'),
  });
});

describe('a place is refused', () => {
  const decision = (entry: Entry) => entry.kind === 'decision' && entry.role === 'R7';

  test('after what ended the task, with the last one that is not', async () => {
    const end = seqOf('first-task', decision);
    await expect(forkPlaceIn(task('first-task'), end + 1)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`entry ${end} is the last`),
    });
    await expect(forkPlaceIn(task('first-task'), end)).resolves.toBeDefined();
  });

  test('right after a yes that is used up by the call after it', async () => {
    const path = join(scratch(), 'x.jsonl');
    const entries = goldenEntries('refusal');
    const reply = entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmReply');
    const yes = entries.map((entry) =>
      entry.kind === 'message' && entry.type === 'ConfirmReply' ? { ...entry, payload: { ...entry.payload, allowed: true } } : entry,
    );
    writeFileSync(path, `${yes.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
    const place = { task_id: 'refusal' as TaskId, path };
    await expect(forkPlaceIn(place, reply + 1)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`at entry ${reply} asks again`),
    });
    await expect(forkPlaceIn(place, reply)).resolves.toBeDefined();
  });

  test.each([-1, 0, 1, 1.5])('%s', async (at) => {
    await expect(forkPlaceIn(task('first-task'), at)).rejects.toMatchObject({ code: 'usage' });
  });

  test('of a task that is running', async () => {
    const data = scratch();
    const child = await startChild('holds-journal.ts', [data, 'held']);
    await child.line('ready');
    const path = journalPath(data, 'held' as TaskId);
    await expect(forkPlaceIn({ task_id: 'held' as TaskId, path }, 2)).rejects.toMatchObject({ code: 'journal_locked' });
  });
});
