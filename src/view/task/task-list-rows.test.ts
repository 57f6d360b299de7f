import { expect, test } from 'vitest';
import { newTaskId } from '../../contracts/ids.ts';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { taskRows } from './task-list-rows.ts';

const started = new Date(Date.UTC(2026, 1, 3, 4, 5));
const now = started.getTime() + 200_000;
const known = { task_id: newTaskId(started, () => 0), started: started.toISOString(), goal: 'sort\tthe \u001b[31m notes', slug: '' };
const cost = {
  active_ms: 12_400,
  model_calls: 6,
  tool_calls: 2,
  input_tokens: 4_000,
  output_tokens: 120,
  model_ms: 1,
  tool_ms: 1,
  usd: 0.012,
  unpriced: [],
  by_role: [],
};
const ended = { ...known, state: 'ended', ended: known.started, directive: 'abandon', reason: 'infrastructure', cost } as const;

const cases: readonly [string, TaskSummary, string][] = [
  ['ended', ended, 'not done: error           3 min ago    12.4 s    6 calls    4.1k tok      $0.01'],
  [
    'ended after one call whose price is not known',
    { ...ended, cost: { ...cost, model_calls: 1, usd: 0, unpriced: ['m'] } },
    'not done: error           3 min ago    12.4 s     1 call    4.1k tok   no price',
  ],
  [
    'ended with a price that does not cover all of it',
    { ...ended, directive: 'accept', reason: 'met', cost: { ...cost, unpriced: ['m'] } },
    'done                      3 min ago    12.4 s    6 calls    4.1k tok     $0.01+',
  ],
  [
    'ended with figures that are upper bounds',
    { ...ended, cost: { ...cost, estimated: true } },
    'not done: error           3 min ago    12.4 s    6 calls   ≤4.1k tok     ≤$0.01',
  ],
  ['running', { ...known, state: 'running' }, 'running                   3 min ago   3.3 min'],
  [
    'running, with what it used so far',
    { ...known, state: 'running', cost },
    'running                   3 min ago    12.4 s    6 calls    4.1k tok      $0.01',
  ],
  [
    'unfinished',
    { ...known, state: 'unfinished', stopped: new Date(now - 190_000).toISOString(), halted: null },
    'unfinished                3 min ago    10.0 s',
  ],
  ['halted', { ...known, state: 'unfinished', stopped: known.started, halted: 'stalled' }, 'halted by an error        3 min ago    <0.1 s'],
];

test.each(cases)('a task that is %s', (_, summary, figures) => {
  expect(taskRows(summary, now)).toEqual([figures, '  00000000  sort the [31m notes']);
});

test('a journal that cannot be read says why', () => {
  expect(taskRows({ task_id: known.task_id, state: 'unreadable', wrong: 'line 1: not JSON' }, now)).toEqual([
    'unreadable',
    '  00000000  line 1: not JSON',
  ]);
});

test('a task that is understood has its slug before its goal', () => {
  expect(taskRows({ ...ended, slug: 'sort_notes', goal: 'sort the notes' }, now)[1]).toBe('  00000000  sort_notes: sort the notes');
});

test('a fork says of which task', () => {
  const origin = { task_id: newTaskId(started, () => 0.5), seq: 41, cost };
  expect(taskRows({ ...ended, origin }, now)[2]).toBe('  fork of gggggggg at entry 41');
});

test('a task that continues a cancelled one says so, and so does the other; one that was dropped is only that', () => {
  const other = newTaskId(started, () => 0.5);
  const resumed = { task_id: other, seq: 41, cost, resumed: true } as const;
  expect(taskRows({ ...ended, origin: resumed }, now)[2]).toBe('  continues gggggggg');
  expect(taskRows({ ...ended, resumed_as: other }, now)[2]).toBe('  continues as gggggggg');
  expect(taskRows({ ...ended, dropped: true }, now)[0]).toMatch(/^dropped {10,}/);
  expect(taskRows({ task_id: other, state: 'unreadable', wrong: 'x', dropped: true }, now)[0]).toBe('dropped unreadable');
});

test.each([undefined, 40, 80, 120])('rows fit 80 columns, or as many as there are: %s', (width) => {
  const origin = { task_id: known.task_id, seq: 1_000_000, cost };
  const [, about = '', ...others] = taskRows({ ...ended, slug: 'y'.repeat(100), goal: 'x'.repeat(500), origin }, now, width);
  expect(about.length).toBe(Math.max(80, width ?? 80));
  for (const row of others) expect(row.length).toBeLessThanOrEqual(80);
});
