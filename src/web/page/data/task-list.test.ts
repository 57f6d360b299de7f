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

/** Lists these, the newest first, as a drive does. */
const listing = (all: readonly TaskSummary[]): Drive['list'] =>
  async function list({ limit = all.length, state } = {}): Promise<Tasks> {
    const wanted = all.filter((each) => !state || state.some((word) => word === each.state));
    return { tasks: wanted.slice(0, limit), total: wanted.length };
  };

const looked = async (list: Drive['list']): Promise<Tasks | undefined> => {
  const stop = new AbortController();
  const looks = watchTasks({ list }, '', { signal: stop.signal, wait: async () => {} });
  const { value } = await looks.next();
  stop.abort();
  await looks.return(undefined);
  return value;
};

test('what runs is listed, however many tasks are newer', async () => {
  const newer = Array.from({ length: 300 }, (_, at) => task(`newer ${at}`, 'unfinished'));
  const found = await looked(listing([task('new', 'running'), ...newer, task('old', 'running'), task('older', 'unfinished')]));
  expect(found?.total).toBe(303);
  expect(found?.tasks.filter(({ state }) => state === 'running').map(({ task_id }) => task_id)).toEqual(['new', 'old']);
  expect(found?.tasks).toHaveLength(201);
});

test('a few tasks are asked for once', async () => {
  let times = 0;
  const list: Drive['list'] = (wanted) => {
    times += 1;
    return listing([task('one', 'running')])(wanted);
  };
  expect((await looked(list))?.tasks).toHaveLength(1);
  expect(times).toBe(1);
});

test('a server that is away is waited for, and other errors are told', async () => {
  const failures = [new ArtooError('server_unreachable', 'the server does not answer'), new ArtooError('data_unwritable', 'no')];
  const list: Drive['list'] = async () => {
    throw failures.shift() ?? new Error('asked too often');
  };
  await expect(looked(list)).rejects.toMatchObject({ code: 'data_unwritable' });
  expect(failures).toEqual([]);
});
