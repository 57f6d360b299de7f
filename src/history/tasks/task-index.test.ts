import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { startChild } from '../../../test/support/child.ts';
import { asOrdinaryUser } from '../../../test/support/ordinary-user.ts';
import { endsAtOnce, goal, hostIn, perceives } from '../../../test/support/parts.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import { noteTask, readTasks, unfinishedTasks } from './task-index.ts';
import { findTasks } from './task-list.ts';
import { summarize } from './task-summary.ts';

const newest = '20260203-000000000-00000003';
const middle = '20260202-000000000-00000002';
const oldest = '20260101-000000000-00000001';

const path = (data: string, id: string): string => journalPath(data, id as TaskId);
const index = (data: string): string => join(data, 'index.jsonl');
const linesIn = (data: string): readonly string[] => readFileSync(index(data), 'utf8').split('\n').filter(Boolean);

/** Tasks that ran and ended. */
async function ended(...ids: readonly string[]): Promise<string> {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  for (const id of ids) await host.start(goal(`goal of ${id}`), id).result;
  return data;
}

/** Cuts off the end, as a kill can. */
const cutOff = (data: string, id: string, bytes = 10): void => truncateSync(path(data, id), statSync(path(data, id)).size - bytes);

/** The content of every journal, read again. */
const readAnew = async (data: string) => Promise.all((await findTasks(data)).map(summarize));

/** What a list shows about a task. */
const states = async (data: string) => (await readTasks(data)).tasks.map(({ task_id, state }) => [task_id, state]);

test('tasks are listed newest first, with and without an index, and the second time no journal is read', async () => {
  const data = await ended(middle, newest, oldest);
  cutOff(data, oldest);
  const again = await readAnew(data);
  expect(await readTasks(data)).toEqual({ tasks: again, total: 3 });
  expect(linesIn(data)).toHaveLength(3);
  const before = readFileSync(index(data), 'utf8');
  expect(await readTasks(data)).toEqual({ tasks: again, total: 3 });
  expect(readFileSync(index(data), 'utf8')).toBe(before);
});

test('only those that are asked for are read, and all are counted', async () => {
  const data = await ended(oldest, middle, newest);
  const { tasks, total } = await readTasks(data, { limit: 1 });
  expect({ ids: tasks.map(({ task_id }) => task_id), total }).toEqual({ ids: [newest], total: 3 });
  expect(linesIn(data)).toHaveLength(1);
});

test('of those that match, the limit leaves out the older ones, and all are counted', async () => {
  const data = await ended(oldest, middle, newest);
  for (const limit of [0, 1, 2, 3, 4]) {
    const { tasks, total } = await readTasks(data, { text: '-0000000', limit });
    expect({ listed: tasks.length, total }).toEqual({ listed: Math.min(limit, 3), total: 3 });
  }
  expect((await readTasks(data, { text: middle })).tasks.map(({ task_id }) => task_id)).toEqual([middle]);
  expect(await readTasks(data, { state: ['abandon'] })).toEqual({ tasks: [], total: 0 });
  expect((await readTasks(data, { state: ['accept'], limit: 2 })).total).toBe(3);
});

test('where there are no tasks nothing is made', async () => {
  const data = join(scratch(), 'none');
  expect(await readTasks(data)).toEqual({ tasks: [], total: 0 });
  expect(await unfinishedTasks(data)).toEqual([]);
  await noteTask(data, path(data, 'a'));
  expect(existsSync(data)).toBe(false);
});

test('a task is running as long as a process holds its journal, whatever its line says', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, newest]);
  await child.line('ready');
  await noteTask(data, path(data, newest));
  expect(await states(data)).toEqual([[newest, 'running']]);
  expect(await states(data)).toEqual([[newest, 'running']]);
  expect(await unfinishedTasks(data)).toEqual([]);
  await child.kill('SIGKILL');
  expect(await states(data)).toEqual([[newest, 'unfinished']]);
  expect((await unfinishedTasks(data)).map(({ task_id }) => task_id)).toEqual([newest]);
});

test('a task that has ended since its line was written is listed as ended', async () => {
  const data = await ended(newest);
  const whole = readFileSync(path(data, newest));
  cutOff(data, newest);
  await noteTask(data, path(data, newest));
  expect(await states(data)).toEqual([[newest, 'unfinished']]);
  writeFileSync(path(data, newest), whole);
  expect(await states(data)).toEqual([[newest, 'ended']]);
});

test('a process that runs a task writes its line when it starts and when it has ended', async () => {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  const task = host.start(goal('the goal'), newest);
  await noteTask(data, path(data, newest));
  await task.result;
  await noteTask(data, path(data, newest));
  expect(linesIn(data).map((line) => JSON.parse(line).state)).toEqual(['unfinished', 'ended']);
  expect(statSync(index(data)).mode & 0o777).toBe(0o600);
});

test.each(['/nowhere/a.jsonl', 'no journal', '', '/dev/null', '/'])('noting "%s" does nothing', async (name) => {
  const data = scratch();
  await noteTask(data, name);
  expect(readdirSync(data)).toEqual([]);
});

test('a journal that was replaced by hand under the same id is read again when it is shown', async () => {
  const data = await ended(oldest, newest);
  await readTasks(data);
  const other = await ended(oldest);
  cutOff(other, oldest, 100);
  renameSync(path(other, oldest), path(data, oldest));
  expect((await readTasks(data, { limit: 1, state: ['ended'] })).total).toBe(2); // counted, not shown: an end is final
  expect(await readTasks(data, { state: ['ended'] })).toMatchObject({ total: 1, tasks: [{ task_id: newest }] });
  expect((await readTasks(data, { state: ['ended'], limit: 0 })).total).toBe(1);
});

test('one of the same length too', async () => {
  const data = await ended(oldest);
  await readTasks(data);
  const text = readFileSync(path(data, oldest), 'utf8');
  writeFileSync(path(data, oldest), text.replaceAll('goal of', 'gaol of'));
  utimesSync(path(data, oldest), 1, 1);
  expect((await readTasks(data)).tasks).toMatchObject([{ goal: `gaol of ${oldest}` }]);
});

test('a journal that was removed is not a task any more', async () => {
  const data = await ended(oldest, newest);
  await readTasks(data);
  rmSync(path(data, newest));
  expect(await states(data)).toEqual([[oldest, 'ended']]);
});

test('a compressed journal goes by the line that it had, and is read whole where there is none', async () => {
  const data = await ended(oldest, newest);
  const again = await readAnew(data);
  await readTasks(data, { limit: 1 });
  for (const id of [oldest, newest]) {
    const { mtime } = statSync(path(data, id));
    writeFileSync(`${path(data, id)}.gz`, gzipSync(readFileSync(path(data, id))));
    utimesSync(`${path(data, id)}.gz`, mtime, mtime);
    rmSync(path(data, id));
  }
  expect((await readTasks(data)).tasks).toEqual(again);
  expect(linesIn(data)).toHaveLength(2);
});

test('what an unfinished task cost is counted once for each length of its journal', async () => {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  copyFileSync('test/golden/first-task.jsonl', path(data, 'a'));
  cutOff(data, 'a');
  await unfinishedTasks(data);
  expect(JSON.parse(linesIn(data).at(-1) ?? '')).not.toHaveProperty('cost');
  const { tasks } = await readTasks(data);
  expect(tasks).toMatchObject([{ state: 'unfinished', cost: { model_calls: expect.any(Number) } }]);
  expect(tasks).toEqual(await readAnew(data));
  expect(linesIn(data)).toHaveLength(2);
  expect((await readTasks(data)).tasks).toEqual(tasks);
  expect(linesIn(data)).toHaveLength(2);
});

test('unfinished tasks are found by the index, and among the newest also without', async () => {
  const data = await ended(newest);
  cutOff(data, newest);
  const old = Array.from({ length: 30 }, (_, number) => `20250101-000000000-${String(number).padStart(8, '0')}`);
  for (const id of old) copyFileSync(path(data, newest), path(data, id));
  const found = (await unfinishedTasks(data)).map(({ task_id }) => task_id);
  expect(found).toEqual([newest, ...old.toReversed().slice(0, 19)]);
  await readTasks(data);
  expect(await unfinishedTasks(data)).toHaveLength(31);
});

const damages: readonly [string, (data: string) => void][] = [
  ['is empty', (data) => writeFileSync(index(data), '')],
  ['is not there', (data) => rmSync(index(data))],
  ['has a torn last line', (data) => truncateSync(index(data), statSync(index(data)).size - 20)],
  ['ends in half a line of somebody else', (data) => appendFileSync(index(data), '{"task_id":"some')],
  ['holds rubbish', (data) => writeFileSync(index(data), Buffer.from([0, 255, 10, 13, 10, 0x22, 10, 0xc3, 10]))],
  ['is long and without an end', (data) => writeFileSync(index(data), Buffer.alloc(5_000_000, 'x'))],
  ['has lines of another version', (data) => edit(data, (text) => text.replaceAll('"v":1', '"v":2'))],
  ['has lines that say what no line says', (data) => edit(data, (text) => text.replaceAll('"state":"ended"', '"state":"fine"'))],
  ['has costs that are none', (data) => edit(data, (text) => text.replaceAll('"used":[', '"used":[null,'))],
  ['has lines under other ids', (data) => edit(data, (text) => text.replaceAll('"task_id":"2026', '"task_id":"../2026'))],
  ['has every line twice', (data) => edit(data, (text) => text + text)],
  ['has blank lines', (data) => edit(data, (text) => text.replaceAll('\n', '\n\n'))],
];

function edit(data: string, change: (text: string) => string): void {
  writeFileSync(index(data), change(readFileSync(index(data), 'utf8')));
}

test.each(damages)('an index that %s changes nothing, and is whole again afterwards', async (_, damage) => {
  const data = await ended(oldest, middle, newest);
  cutOff(data, middle);
  const { tasks } = await readTasks(data);
  damage(data);
  expect(await readTasks(data)).toEqual({ tasks, total: 3 });
  const before = readFileSync(index(data), 'utf8');
  expect(await readTasks(data)).toEqual({ tasks, total: 3 });
  expect(readFileSync(index(data), 'utf8')).toBe(before);
});

const inTheWay: readonly [string, (data: string) => void][] = [
  ['a folder', (data) => mkdirSync(index(data))],
  ['a pipe', (data) => execFileSync('mkfifo', [index(data)])],
  ['a link to nowhere', (data) => execFileSync('ln', ['-s', '/nowhere/at/all', index(data)])],
  ['a link to itself', (data) => execFileSync('ln', ['-s', index(data), index(data)])],
  ['a device that is full', (data) => execFileSync('ln', ['-s', '/dev/full', index(data)])],
];

test.each(inTheWay)('where the index should be there is %s: tasks are listed all the same', async (_, put) => {
  const data = await ended(oldest, newest);
  cutOff(data, newest);
  put(data);
  const again = await readAnew(data);
  for (let times = 0; times < 2; times += 1) expect((await readTasks(data)).tasks).toEqual(again);
  await noteTask(data, path(data, newest));
  expect(await unfinishedTasks(data)).toHaveLength(1);
});

test('a folder that cannot be written to is listed all the same', async () => {
  const data = await ended(oldest, newest);
  for (const folder of [data, join(data, 'tasks')]) chmodSync(folder, 0o555);
  for (const id of [oldest, newest]) chmodSync(path(data, id), 0o444);
  const { root, node } = inject('readable');
  const script = `import { readTasks, noteTask, unfinishedTasks } from '${join(root, 'src/history/tasks/task-index.ts')}';
    await noteTask(process.argv[1], process.argv[1] + '/tasks/${newest}.jsonl');
    console.log((await unfinishedTasks(process.argv[1])).length, (await readTasks(process.argv[1])).total);`;
  const [file = '', ...args] = [...asOrdinaryUser, node, '--input-type=module', '--eval', script, data];
  expect(execFileSync(file, args, { encoding: 'utf8' })).toBe('0 2\n');
  expect(existsSync(index(data))).toBe(false);
  chmodSync(data, 0o755);
});

test('a full disk leaves half a line, which takes no other with it', async () => {
  const data = await ended(oldest, newest);
  await readTasks(data, { limit: 1 });
  appendFileSync(index(data), '{"task_id":"half');
  await readTasks(data);
  const before = linesIn(data);
  expect(before).toHaveLength(3);
  await readTasks(data);
  expect(linesIn(data)).toEqual(before);
});

/** An index of which more than half is outdated. */
async function outdated(): Promise<string> {
  const data = await ended(oldest, newest);
  await readTasks(data);
  const [line = ''] = linesIn(data);
  appendFileSync(index(data), `${line}\n`.repeat(60));
  appendFileSync(index(data), `${line.replace(newest, 'gone').replace(oldest, 'gone')}\n`.repeat(60));
  return data;
}

test('an index of which more than half is outdated is written again', async () => {
  const data = await outdated();
  const again = await readAnew(data);
  expect((await readTasks(data)).tasks).toEqual(again);
  expect(linesIn(data)).toHaveLength(2);
  expect(statSync(index(data)).mode & 0o777).toBe(0o600);
  expect(readdirSync(data).toSorted()).toEqual(['index.jsonl', 'tasks']);
  expect((await readTasks(data)).tasks).toEqual(again);
});

test('of two that write it again one does, and what a killed one left is removed in time', async () => {
  const data = await outdated();
  writeFileSync(`${index(data)}.new`, 'half');
  await readTasks(data);
  expect(linesIn(data)).toHaveLength(122);
  expect(readFileSync(`${index(data)}.new`, 'utf8')).toBe('half');
  utimesSync(`${index(data)}.new`, 1, 1);
  await readTasks(data);
  await readTasks(data);
  expect(linesIn(data)).toHaveLength(2);
  expect(existsSync(`${index(data)}.new`)).toBe(false);
});

test('what was added to an index while it was written again is found again', async () => {
  const data = await ended(oldest, newest);
  cutOff(data, newest);
  await readTasks(data);
  const stale = readFileSync(index(data), 'utf8');
  const whole = readFileSync(path(await ended(newest), newest));
  writeFileSync(path(data, newest), whole);
  await noteTask(data, path(data, newest));
  writeFileSync(index(data), stale); // the line is lost
  expect(await states(data)).toEqual([
    [newest, 'ended'],
    [oldest, 'ended'],
  ]);
});

test('two processes that run, note and list tasks at once see all of them', { timeout: 60_000 }, async () => {
  const data = scratch();
  const children = await Promise.all(['one', 'two'].map((prefix) => startChild('lists-tasks.ts', [data, prefix, '40'])));
  await Promise.all(children.map((child) => child.line('ready')));
  for (let times = 0; times < 20; times += 1)
    for (const task of (await readTasks(data)).tasks) if (task.state === 'unreadable') expect(task.wrong).toBe('has no entries'); // it is being created
  await Promise.all(children.map((child) => child.line('done')));
  expect(await Promise.all(children.map(({ ended: end }) => end))).toEqual([0, 0]);
  const { tasks, total } = await readTasks(data);
  expect(total).toBe(80);
  expect(tasks).toEqual(await readAnew(data));
  for (const line of linesIn(data)) expect(() => JSON.parse(line)).not.toThrow();
});

let goldens: readonly Buffer[] = [];
beforeAll(() => {
  goldens = ['talk', 'refusal', 'first-task'].map((name) => readFileSync(`test/golden/${name}.jsonl`));
});

const ids = ['20260101-000000000-a', '20260202-000000000-b', 'custom', '20271231-235959999-future'] as const;

/** What other programs may do to a data folder, and when. */
type Happening = (data: string, time: number) => unknown;

const id = fc.constantFrom(...ids);
const golden = fc.nat({ max: 2 });
const happening: fc.Arbitrary<readonly [string, Happening]> = fc.oneof(
  fc.tuple(id, golden, fc.nat({ max: 60_000 })).map(([name, which, cut]): readonly [string, Happening] => [
    `write ${name} ${which} -${cut}`,
    (data, time) => {
      const bytes = goldens[which] ?? Buffer.alloc(0);
      rmSync(`${path(data, name)}.gz`, { force: true });
      writeFileSync(path(data, name), cut % 3 === 0 ? bytes : bytes.subarray(0, Math.max(0, bytes.length - cut)));
      utimesSync(path(data, name), time, time);
    },
  ]),
  id.map((name): readonly [string, Happening] => [
    `compress ${name}`,
    (data) => {
      if (!existsSync(path(data, name))) return;
      const { mtime } = statSync(path(data, name));
      writeFileSync(`${path(data, name)}.gz`, gzipSync(readFileSync(path(data, name))));
      utimesSync(`${path(data, name)}.gz`, mtime, mtime);
      rmSync(path(data, name));
    },
  ]),
  id.map((name): readonly [string, Happening] => [`remove ${name}`, (data) => rmSync(path(data, name), { force: true })]),
  id.map((name): readonly [string, Happening] => [`note ${name}`, (data) => noteTask(data, path(data, name))]),
  fc.constant(['notice', (data: string) => unfinishedTasks(data)] as const),
  fc.constant(['list one', (data: string) => readTasks(data, { limit: 1 })] as const),
  fc.constant(['find', (data: string) => readTasks(data, { text: '2026', limit: 1 })] as const),
  fc
    .nat({ max: 400 })
    .map((bytes): readonly [string, Happening] => [
      `tear the index by ${bytes}`,
      (data) => existsSync(index(data)) && truncateSync(index(data), Math.max(0, statSync(index(data)).size - bytes)),
    ]),
);

test('whatever happened, a list says what reading every journal again would say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const data = join(scratch(), 'data');
      mkdirSync(join(data, 'tasks'), { recursive: true });
      for (const [at, [, happen]] of happenings.entries()) await happen(data, 1_700_000_000 + at * 10);
      expect((await readTasks(data)).tasks).toEqual(await readAnew(data));
      expect((await readTasks(data)).tasks).toEqual(await readAnew(data));
    }),
    { numRuns: 150 / oneIn(10) },
  );
}, 60_000);
