import { expect, test } from 'vitest';
import type { Cost, RoleCost } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { TaskSummary } from '../tasks/task-state.ts';
import { costReport, ownCost } from './cost-report.ts';

/** What was used: calls, tokens in, dollars; everything else follows from these. */
const used = (calls: number, tokens: number, usd: number, unpriced: readonly string[] = []) => ({
  model_calls: calls,
  tool_calls: calls * 2,
  input_tokens: tokens,
  output_tokens: tokens / 10,
  model_ms: calls * 100,
  tool_ms: calls * 10,
  usd,
  unpriced,
});

const ofRole = (role: RoleId, ...figures: Parameters<typeof used>): RoleCost => ({ role, ...used(...figures) });

/** The cost of a task whose roles used these amounts. */
const costOf = (active_ms: number, whole: ReturnType<typeof used>, ...by_role: readonly RoleCost[]): Cost => ({
  active_ms,
  ...whole,
  by_role,
});

const started = '2026-01-01T00:00:00.000Z';
const task = (id: string, cost: Cost, more: object = {}): TaskSummary => ({
  task_id: id as TaskId,
  state: 'ended',
  started,
  ended: started,
  goal: `goal of ${id}`,
  slug: '',
  directive: 'accept',
  reason: 'met',
  cost,
  ...more,
});

const first = task('first', costOf(1000, used(3, 300, 0.75), ofRole('R1', 1, 100, 0.25), ofRole('R3', 2, 200, 0.5)));
const second = task(
  'second',
  costOf(500, used(2, 50, 0, ['local', 'another']), ofRole('R3', 1, 20, 0, ['local']), ofRole('R2', 1, 30, 0, ['another'])),
);

test('what tasks cost is summed for each role, in their order, and in all', () => {
  expect(costReport([first, second])).toEqual({
    tasks: 2,
    unended: 0,
    unknown: 0,
    total: { active_ms: 1500, ...used(5, 350, 0.75, ['another', 'local']) },
    by_role: [ofRole('R1', 1, 100, 0.25), ofRole('R2', 1, 30, 0, ['another']), ofRole('R3', 3, 220, 0.5, ['local'])],
    most: [
      { task_id: 'first', goal: 'goal of first', cost: { active_ms: 1000, ...used(3, 300, 0.75) } },
      { task_id: 'second', goal: 'goal of second', cost: { active_ms: 500, ...used(2, 50, 0, ['local', 'another']) } },
    ],
  });
});

test('nothing costs nothing', () => {
  expect(costReport([])).toEqual({ tasks: 0, unended: 0, unknown: 0, total: { active_ms: 0, ...used(0, 0, 0) }, by_role: [], most: [] });
});

const shared = costOf(400, used(2, 200, 0.5), ofRole('R1', 1, 100, 0.25), ofRole('R3', 1, 100, 0.25));
const fork = (id: string) =>
  task(id, costOf(900, used(4, 700, 2), ofRole('R1', 1, 100, 0.25), ofRole('R3', 2, 350, 1.25), ofRole('R7', 1, 250, 0.5)), {
    origin: { task_id: 'first', seq: 9, cost: shared },
  });

test('what forks share with their origin is counted there, once, however many there are', () => {
  const { total, by_role, most } = costReport([first, fork('fork'), fork('other')]);
  expect(total).toEqual({ active_ms: 1000 + 2 * 500, ...used(3 + 2 * 2, 300 + 2 * 500, 0.75 + 2 * 1.5) });
  expect(by_role).toEqual([ofRole('R1', 1, 100, 0.25), ofRole('R3', 2 + 2 * 1, 200 + 2 * 250, 0.5 + 2 * 1), ofRole('R7', 2, 500, 1)]);
  expect(most.map(({ task_id, cost }) => [task_id, cost.usd])).toEqual([
    ['fork', 1.5],
    ['other', 1.5],
    ['first', 0.75],
  ]);
});

test('a fork alone costs what it spent itself', () => {
  expect(costReport([fork('fork')])).toMatchObject({ total: { usd: 1.5, model_calls: 2 }, by_role: [{ role: 'R3' }, { role: 'R7' }] });
});

test('a shared part that is more than the whole leaves nothing, and never less', () => {
  expect(ownCost(shared, costOf(9999, used(99, 9999, 99), ofRole('R1', 99, 9999, 99)))).toMatchObject({
    active_ms: 0,
    usd: 0,
    model_calls: 0,
    by_role: [{ role: 'R3' }],
  });
});

test('tasks from before roles were distinguished are reported by themselves', () => {
  const old = task('old', costOf(10, used(1, 10, 0.5)));
  const report = costReport([first, old]);
  expect(report.untold).toEqual(used(1, 10, 0.5));
  expect(report.total).toEqual({ active_ms: 1010, ...used(4, 310, 1.25) });
  expect(costReport([first])).not.toHaveProperty('untold');
});

test('tasks that are not at their end are counted as far as they are, and those of which nothing is known are named', () => {
  const known = { started, goal: '', slug: '' };
  const report = costReport([
    first,
    { task_id: 'a' as TaskId, ...known, state: 'running', cost: shared },
    { task_id: 'b' as TaskId, ...known, state: 'unfinished', stopped: started, halted: null, cost: shared },
    { task_id: 'c' as TaskId, ...known, state: 'unfinished', stopped: started, halted: null },
    { task_id: 'd' as TaskId, state: 'unreadable', wrong: '' },
  ]);
  expect(report).toMatchObject({ tasks: 3, unended: 2, unknown: 2, total: { usd: 0.75 + 0.5 + 0.5 } });
});

test('the five most expensive are named: by money, then by tokens, and of the same the newer first', () => {
  const tasks = [
    task('a', costOf(0, used(1, 10, 0))),
    task('b', costOf(0, used(1, 10, 0))),
    task('c', costOf(0, used(1, 5, 0.5))),
    task('d', costOf(0, used(1, 20, 0))),
    task('e', costOf(0, used(1, 5, 0.75))),
    task('f', costOf(0, used(1, 1, 0))),
    task('g', costOf(0, used(1, 10, 0.5))),
  ];
  expect(costReport(tasks).most.map(({ task_id }) => task_id)).toEqual(['e', 'g', 'c', 'd', 'a']);
});

test('what dreams cost counts for R5 and is part of the whole', () => {
  const report = costReport([first], { calls: [used(1, 40, 0.5), used(1, 10, 0, ['local'])], unknown: 3 });
  expect(report.by_role.at(-1)).toEqual(ofRole('R5', 2, 50, 0.5, ['local']));
  expect(report.total).toEqual({ active_ms: 1000, ...used(5, 350, 1.25, ['local']) });
  expect(report).toMatchObject({ tasks: 1, unknown_dreams: 3 });
  expect(costReport([first])).not.toHaveProperty('unknown_dreams');
});

test('a task that was stopped, whose figures are the most it can have cost, is not told as the most expensive', () => {
  const [stopped, done] = [
    task('stopped', costOf(1, used(1, 9_000, 0)), { directive: 'abandon', reason: 'cancelled' }),
    task('done', costOf(1, used(1, 100, 0))),
  ];
  expect(costReport([stopped, done]).most.map(({ task_id }) => task_id)).toEqual(['done', 'stopped']);
});

test('what no provider told makes the sums upper bounds, and comes last among the most expensive', () => {
  const bound = task('bound', { ...costOf(1, used(1, 9_000, 9), { ...ofRole('R1', 1, 9_000, 9), estimated: true }), estimated: true });
  const report = costReport([bound, first]);
  expect(report.total).toMatchObject({ estimated: true });
  expect(report.by_role.map(({ role, estimated = false }) => `${role} ${estimated}`)).toEqual(['R1 true', 'R3 false']);
  expect(report.most.map(({ task_id }) => task_id)).toEqual(['first', 'bound']);
  expect(costReport([first]).total).not.toHaveProperty('estimated');
});
