import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { newTaskId, TaskId } from '../../contracts/ids.ts';
import { findTasks, pickTask, taskIn } from './task-list.ts';

function withFiles(names: readonly string[]): string {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  for (const name of names) writeFileSync(join(data, 'tasks', name), '');
  return data;
}

const idsIn = async (data: string) => (await findTasks(data)).map(({ task_id }) => task_id);

test('tasks are found newest first, by the time in their ids', async () => {
  const ids = [3, 1, 2].map((minute) => newTaskId(new Date(Date.UTC(2026, 1, 3, 4, minute)), () => 0.5));
  const [third, first, second] = ids;
  expect(await idsIn(withFiles(ids.map((id) => `${id}.jsonl`)))).toEqual([third, second, first]);
});

test('a task whose id tells no time stands where its file was last changed', async () => {
  const old = newTaskId(new Date(Date.UTC(2020, 0)));
  const recent = newTaskId(new Date(Date.UTC(2024, 0)));
  const data = withFiles([`${old}.jsonl`, 'my-own.jsonl', `${recent}.jsonl`]);
  const between = new Date(Date.UTC(2022, 0));
  utimesSync(join(data, 'tasks/my-own.jsonl'), between, between);
  expect(await idsIn(data)).toEqual([recent, 'my-own', old]);
});

test('what is not a journal is left out', async () => {
  expect(await idsIn(withFiles(['a.jsonl', 'b.txt', '.jsonl', 'with space.jsonl', `${'x'.repeat(65)}.jsonl`, 'c.jsonl.bak']))).toEqual([
    'a',
  ]);
});

test('a compressed journal is one too, and the plain one counts where both are there', async () => {
  const data = withFiles(['a.jsonl.gz', 'a.jsonl', 'b.jsonl.gz', 'c.jsonl.gz.part', 'd.gz']);
  const found = new Map((await findTasks(data)).map(({ task_id, path }) => [task_id, path]));
  expect(found).toEqual(
    new Map([
      ['a', join(data, 'tasks/a.jsonl')],
      ['b', join(data, 'tasks/b.jsonl.gz')],
    ]),
  );
});

test('a name is a journal exactly where its beginning is a task id', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aZ09_-. /ü'), maxLength: 66 });
  fc.assert(
    fc.property(name, fc.constantFrom('.jsonl', '.jsonl.gz'), (id, ending) => {
      expect(taskIn(`${id}${ending}`)).toBe(TaskId.safeParse(id).data);
    }),
  );
});

test('where there is no data folder yet there are no tasks', async () => {
  const data = scratch();
  expect(await findTasks(data)).toEqual([]);
  rmSync(data, { recursive: true });
  expect(await findTasks(data)).toEqual([]);
});

test('a folder that cannot be looked into is an error that says so', async () => {
  const data = scratch();
  writeFileSync(join(data, 'tasks'), '');
  await expect(findTasks(data)).rejects.toMatchObject({ code: 'data_unwritable' });
});

const tasks = ['20260203-b2', '20260203-b1', '20260101-a', 'a'].map((id) => ({ task_id: id as TaskId, path: `/${id}` }));

test.each([
  ['20260203-b1', '20260203-b1'],
  ['202601', '20260101-a'],
  ['a', 'a'],
  ['last', '20260203-b2'],
])('"%s" picks %s', (wanted, id) => {
  expect(pickTask(tasks, wanted)).toMatchObject({ task_id: id });
});

test.each([
  ['20260203', ['20260203-b2', '20260203-b1']],
  ['2027', []],
  ['LAST', []],
])('"%s" picks none, but could be %j', (wanted, ids) => {
  expect(pickTask(tasks, wanted)).toMatchObject(ids.map((task_id) => ({ task_id })));
  expect(pickTask(tasks, wanted)).toHaveLength(ids.length);
});

test('a task that is called last is picked by that name', () => {
  expect(pickTask([...tasks, { task_id: 'last' as TaskId, path: '/last' }], 'last')).toMatchObject({ path: '/last' });
});

test('without tasks, none is the last', () => {
  expect(pickTask([], 'last')).toEqual([]);
});
