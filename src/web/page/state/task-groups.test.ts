import { expect, test } from 'vitest';
import type { TaskId } from '../../../contracts/ids.ts';
import type { TaskSummary } from '../../../history/tasks/task-state.ts';
import { groupsOf, markOf } from './task-groups.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
const started = (name: string, at: string) => ({ task_id: name as TaskId, started: at, goal: name, slug: '' }); // ids are only compared
const running = (name: string): TaskSummary => ({ ...started(name, '2026-11-18T11:00:00.000Z'), state: 'running' });
const stopped = (name: string, at: string): TaskSummary => ({ ...started(name, at), state: 'unfinished', stopped: at, halted: null });

test('what waits for the person comes first, then what runs, then by age', () => {
  const tasks = [
    running('asks'),
    running('runs'),
    stopped('today', '2026-11-18T01:00:00.000Z'),
    stopped('week', '2026-11-14T01:00:00.000Z'),
    stopped('old', '2026-01-01T01:00:00.000Z'),
    { task_id: 'broken' as TaskId, state: 'unreadable', wrong: 'not JSON' } as const, // only compared
  ];
  expect(groupsOf(tasks, new Set(['asks']), now).map(({ title, members }) => [title, members.map(({ task_id }) => task_id)])).toEqual([
    ['Needs you', ['asks']],
    ['Running', ['runs']],
    ['Last 24 hours', ['today']],
    ['Last 7 days', ['week']],
    ['Earlier', ['old', 'broken']],
  ]);
  expect(tasks.map(markOf)).toEqual(['busy', 'busy', 'open', 'open', 'open', 'open']);
});
