import { expect, test } from 'vitest';
import type { Drive } from '../../../app/drive/drive.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import type { TaskId } from '../../../contracts/ids.ts';
import type { Tasks } from '../../../history/tasks/task-index.ts';
import type { TaskSummary } from '../../../history/tasks/task-state.ts';
import { watchTasks } from './task-list.ts';

const task = (name: string, state: 'running' | 'unfinished'): TaskSummary => {
  const begun = { task_id: name as TaskId, started: '2026-11-18T11:00:00.000Z', goal: name, slug: '' }; // ids are only compared
  return state === 'running' ? { ...begun, state } : { ...begun, state, stopped: begun.started, halted: null };
};

/** Lists these tasks, the newest first, as a drive does. */
const listing = (all: readonly TaskSummary[]): Drive['list'] =>
  async function list({ limit = all.length, state } = {}): Promise<Tasks> {
    const wanted = all.filter((each) => !state || state.some((word) => word === each.state));
    return { tasks: wanted.slice(0, limit), total: wanted.length };
  };

/** What each reading returns, in this order. */
async function looked(list: Drive['list']): Promise<readonly Tasks[]> {
  const stop = new AbortController();
  const found: Tasks[] = [];
  for await (const tasks of watchTasks({ list }, '', { signal: stop.signal, wait: async () => stop.abort() })) found.push(tasks);
  return found;
}

test('what runs is listed, however many tasks are newer', async () => {
  const newer = Array.from({ length: 300 }, (_, at) => task(`newer ${at}`, 'unfinished'));
  const found = await looked(listing([task('new', 'running'), ...newer, task('old', 'running'), task('older', 'unfinished')]));
  expect(found.map(({ tasks, total }) => [tasks.length, total])).toEqual([
    [200, 303],
    [201, 303],
  ]);
  expect(found[1]?.tasks.filter(({ state }) => state === 'running').map(({ task_id }) => task_id)).toEqual(['new', 'old']);
});

test('a few tasks are asked for once', async () => {
  let times = 0;
  const list: Drive['list'] = (wanted) => {
    times += 1;
    return listing([task('one', 'running')])(wanted);
  };
  expect(await looked(list)).toMatchObject([{ total: 1 }]);
  expect(times).toBe(1);
});

test('a server that is away is waited for, and other errors are shown', async () => {
  const failing =
    (code: 'server_unreachable' | 'data_unwritable'): Drive['list'] =>
    async () => {
      throw new ArtooError(code, 'no');
    };
  expect(await looked(failing('server_unreachable'))).toEqual([]);
  await expect(looked(failing('data_unwritable'))).rejects.toMatchObject({ code: 'data_unwritable' });
});
