import { expect, test } from 'vitest';
import { aBoard, aTask, inState } from '../../../test/team/boards.ts';
import type { Task } from '../board/board.ts';
import { metricsOf, type SprintMetrics, withMetrics } from './metrics.ts';

const zero: SprintMetrics = {
  tasks_done: 0,
  tasks_in_progress: 0,
  tasks_blocked: 0,
  iterations_total: 0,
  review_cycles_total: 0,
  review_verdict_approvals: 0,
  review_verdict_rejections: 0,
  review_verdict_count: 0,
  review_verdict_approval_rate_percent: 0,
  task_submitted_for_review_count: 0,
  task_outcome_approval_rate_percent: 0,
};
const after = (...events: readonly string[]): Task =>
  aTask({ history: events.map((event) => ({ time: '2026-11-15T11:00:00Z', event, agent: 'coder-1' })) });

test.each<[string, readonly Task[], Partial<SprintMetrics>]>([
  ['no tasks', [], {}],
  ['what nobody holds', [inState('DRAFT'), inState('UNCLAIMED')], {}],
  ['what is final', [inState('MERGED', { iteration: 0 }), inState('SUPERSEDED'), inState('ABANDONED')], { tasks_done: 3 }],
  [
    'what is under way',
    [inState('CLAIMED'), inState('READY_FOR_REVIEW'), inState('REJECTED'), inState('APPROVED')],
    { tasks_in_progress: 4, iterations_total: 4, review_cycles_total: 1 },
  ],
  ['what is stuck', [inState('BLOCKED'), inState('INTEGRATION_FAILED', { iteration: 3 })], { tasks_blocked: 2, iterations_total: 3 }],
  [
    'iterations and cycles of all tasks',
    [aTask({ iteration: 2, review_cycles_total: 3 }), aTask({ iteration: 5, review_cycles_total: 1 })],
    { iterations_total: 7, review_cycles_total: 4 },
  ],
  [
    'approved at the third attempt',
    [after('ready_for_review', 'rejected', 'ready_for_review', 'rejected', 'ready_for_review', 'approved')],
    {
      ...{ review_verdict_approvals: 1, review_verdict_rejections: 2, review_verdict_count: 3, review_verdict_approval_rate_percent: 33 },
      ...{ task_submitted_for_review_count: 3, task_outcome_approval_rate_percent: 33 },
    },
  ],
  [
    'submitted in the words of a script',
    [after('submitted_for_review', 'approved'), after('ready_for_review')],
    {
      ...{ review_verdict_approvals: 1, review_verdict_count: 1, review_verdict_approval_rate_percent: 100 },
      ...{ task_submitted_for_review_count: 2, task_outcome_approval_rate_percent: 50 },
    },
  ],
])('of %s', (_, tasks, expected) => expect(metricsOf({ tasks: [...tasks] })).toEqual({ ...zero, ...expected }));

test('they are written to the board beside the counts of others, and only if they changed', () => {
  const plain = aBoard([inState('CLAIMED')], {});
  const board = { ...plain, sprint: { ...plain.sprint, metrics: { cost: 1, tasks_done: 7 } } };
  const counted = withMetrics(board);
  expect(counted.sprint.metrics).toEqual({ ...zero, cost: 1, tasks_in_progress: 1, iterations_total: 1 });
  expect(withMetrics(counted)).toBe(counted);
  expect(withMetrics({ ...counted, tasks: [inState('CLAIMED')] }).sprint).toBe(counted.sprint);
});
