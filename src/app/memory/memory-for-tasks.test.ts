import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { day } from '../../../test/support/memory.ts';
import { taskMemorySuite } from '../../../test/support/task-memory-suite.ts';
import type { Megram } from '../../contracts/memory.ts';
import { quantize } from '../../memory/fading/quantize.ts';
import { openLocalKeeper } from '../../memory/local-keeper.ts';
import { openKeeper } from '../../memory/memory.ts';
import { memoryFolder } from '../../memory/memory-folder.ts';
import { emptyInbox } from '../../memory/transfer/inbox.ts';
import { openMemoryForTasks } from './memory-for-tasks.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'artoo-own-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const megram = (id: string): Megram => ({
  id,
  level: 'M',
  created_at: new Date().toISOString(),
  ...tag,
  content: id,
  state: 'accept',
  ...quantize('accept'),
});
const clock = () => new Date();
/** Long enough for a busy machine to write. */
const maxWriteMs = 30_000;
const waiting = async () => (await readdir(join(memoryFolder(data), 'inbox')).catch(() => [])).length;

taskMemorySuite({
  name: "a person's own",
  async open() {
    const memory = openMemoryForTasks({ data, clock, maxWriteMs, onNotice: () => {} });
    onTestFinished(() => memory.close());
    return memory;
  },
  keeps: true,
});

/** A process that holds the store and never answers. */
async function mute() {
  const keeper = await openLocalKeeper(join(memoryFolder(data), 'store'), { clock, onNotice: () => {} });
  if (keeper === 'locked') throw new Error('locked');
  return keeper;
}

test('the lessons of a task are available to the next one', async () => {
  const notices: string[] = [];
  const memory = openMemoryForTasks({ data, clock, maxWriteMs, onNotice: (text) => notices.push(text) });
  memory.write(megram('one-m01'));
  memory.write(megram('one-m02'));
  memory.remember({ id: 'said', content: 'I prefer tabs', created_at: new Date().toISOString() });
  await memory.settled();
  const next = openMemoryForTasks({ data, clock, maxWriteMs, onNotice: (text) => notices.push(text) });
  const { potentials, rules } = await next.recall({ tags: [tag, { space: 'global', entity: 'user' }] });
  expect(potentials).toMatchObject([{ action: 'Exploit', count: 2 }]);
  expect(rules).toMatchObject([{ content: 'I prefer tabs', state: 'declared', level: 'C' }]);
  await next.close();
  await memory.close();
  expect(notices).toEqual([]);
  expect(await waiting()).toBe(0);
});

test('without a holder that answers, memories wait in the inbox, the person is told, and the next holder takes them', async () => {
  const notices: string[] = [];
  const keeper = await mute();
  const memory = openMemoryForTasks({ data, clock, onNotice: (text) => notices.push(text) });
  memory.write(megram('one-m01'));
  await memory.settled();
  expect(await waiting()).toBe(1);
  expect((await memory.recall({ tags: [tag] })).missing).toContain('another process holds the memory');
  memory.write(megram('one-m02'));
  await memory.settled();
  expect(await waiting()).toBe(2);
  expect(notices).toHaveLength(1);
  await keeper.close();
  await memory.close();
  const next = openMemoryForTasks({ data, clock, onNotice: (text) => notices.push(text) });
  await next.recall({ tags: [tag] });
  await next.close();
  expect(await waiting()).toBe(0);
  const later = openKeeper(memoryFolder(data), { clock, onNotice: () => {} });
  expect((await later.view({ ...tag, limit: 5 })).entries.map(({ id }) => id).toSorted()).toEqual(['one-m01', 'one-m02']);
  await later.close();
});

test('a file in the inbox that cannot be read is set aside, and the others are taken', async () => {
  const { leaveInInbox: leave } = await import('../../memory/transfer/inbox.ts');
  const { writeFile } = await import('node:fs/promises');
  const folder = memoryFolder(data);
  await leave(folder, [megram('good')]);
  await writeFile(join(folder, 'inbox', 'bad.json'), '[{"id":');
  const notices: string[] = [];
  const taken: string[] = [];
  const write = async ({ megrams }: { megrams: readonly Megram[] }) => {
    taken.push(...megrams.map(({ id }) => id));
    return { written: megrams.length };
  };
  expect(await emptyInbox(folder, { write }, (text) => notices.push(text))).toBe(1);
  expect(taken).toEqual(['good']);
  expect(notices).toEqual([expect.stringContaining('bad.json.refused')]);
  expect(await readdir(join(folder, 'inbox'))).toEqual(['bad.json.refused']);
});

test('what may not be written is reported, and is not a reason to stop', async () => {
  const notices: string[] = [];
  const memory = openMemoryForTasks({ data, clock, maxWriteMs, onNotice: (text) => notices.push(text) });
  memory.write({ ...megram('one-m01'), f: 7 });
  await memory.settled();
  memory.write(megram('one-m02'));
  await memory.settled();
  expect((await memory.recall({ tags: [tag] })).potentials).toMatchObject([{ count: 1 }]);
  expect(notices).toEqual([expect.stringContaining('cannot be remembered')]);
  await memory.close();
});

test('a clock in the past does not disturb it', async () => {
  const memory = openMemoryForTasks({ data, clock: () => new Date(-day), maxWriteMs, onNotice: () => {} });
  memory.write({ ...megram('one-m01'), created_at: '1960-01-01T00:00:00.000Z' });
  await memory.settled();
  expect((await memory.recall({ tags: [tag] })).potentials).toMatchObject([{ attention: 0.9 }]);
  await memory.close();
});
