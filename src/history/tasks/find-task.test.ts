import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { findTask } from './find-task.ts';

function withTasks(ids: readonly string[]): string {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  for (const id of ids) writeFileSync(join(data, 'tasks', `${id}.jsonl`), '');
  return data;
}

const ids = ['20260101-000000000-00000001', '20260202-000000000-00000002', '20260203-000000000-00000003'];

test.each([
  ['20260101-000000000-00000001', '20260101-000000000-00000001'],
  ['202601', '20260101-000000000-00000001'],
  ['last', '20260203-000000000-00000003'],
])('"%s" is %s', async (wanted, id) => {
  const data = withTasks(ids);
  expect(await findTask(data, wanted)).toEqual({ task_id: id, path: join(data, 'tasks', `${id}.jsonl`) });
});

test.each([
  ['../../etc/passwd', 'id_invalid'],
  ['/tmp/a.jsonl', 'id_invalid'],
  ['', 'id_invalid'],
  ['x'.repeat(65), 'id_invalid'],
  ['2027', 'journal_missing'],
  ['202602', 'id_invalid'],
])('"%s" is none: %s', async (wanted, code) => {
  await expect(findTask(withTasks(ids), wanted)).rejects.toMatchObject({ code });
});

test('the beginning of several ids names them, newest first', async () => {
  await expect(findTask(withTasks(ids), '202602')).rejects.toMatchObject({
    message: expect.stringMatching(/ 2 tasks:\n {2}20260203.*\n {2}20260202/),
  });
});

test('if there are very many, only some are named', async () => {
  const many = Array.from({ length: 25 }, (_, number) => `task-${number}`);
  await expect(findTask(withTasks(many), 'task')).rejects.toMatchObject({
    message: expect.stringMatching(/(?:\n {2}task-\d+){20}\n {2}and 5 more$/),
  });
});

test('without tasks, none is the last', async () => {
  await expect(findTask(scratch(), 'last')).rejects.toMatchObject({
    code: 'journal_missing',
    message: expect.stringContaining('there are no tasks yet'),
  });
});
