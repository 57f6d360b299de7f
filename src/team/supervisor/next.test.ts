import { describe, expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import type { Agent, Board, Task } from '../board/board.ts';
import { next, type SupervisorFacts } from './next.ts';

const facts: SupervisorFacts = {
  now,
  dead: new Set(),
  control: { abort: false, pause: false, checkpoint: false },
  isValid: true,
  letters: [],
  busy: new Set(),
  resting: new Set(),
  meantFor: new Map(),
  heard: '2026-11-15T11:30:00Z',
};
const idlePlanner: Agent = idleCoder({ role: 'planner' });
const crew = { 'planner-1': idlePlanner, 'coder-1': idleCoder(), 'coder-2': idleCoder(), 'code-reviewer-1': idleReviewer() };
const board = (tasks: readonly Task[], more: Partial<Board> = {}, agents: Readonly<Record<string, Agent>> = crew): Board => ({
  ...aBoard(tasks, agents),
  ...more,
});
const actions = (of: Board, more: Partial<SupervisorFacts> = {}) => next(of, { ...facts, ...more });

test('an empty board wakes the planner', () =>
  expect(actions(board([]))).toEqual([{ do: 'plan', planner: 'planner-1', trigger: 'INITIAL_PLANNING', about: [] }]));

describe('rules that an agent finds unclear', () => {
  const unclear = { id: 'anomaly-1', type: 'system_ambiguity', reporter: 'coder-1', timestamp: '2026-11-15T11:40:00Z' } as const;
  const blocked = inState('BLOCKED', { id: 'b' });
  const plansFor = (anomaly: object, heard?: string) =>
    actions(board([blocked], { anomalies: [{ ...unclear, ...anomaly }] }), { heard }).filter((action) => action.do === 'plan');
  test('wake the planner first of all', () =>
    expect(plansFor({})).toEqual([{ do: 'plan', planner: 'planner-1', trigger: 'SYSTEM_AMBIGUITY', about: ['anomaly-1'] }]));
  test('wake it also where a script gave them no id', () =>
    expect(plansFor({ id: undefined })).toMatchObject([{ trigger: 'SYSTEM_AMBIGUITY', about: [unclear.timestamp] }]));
  test.each([
    ['it has looked since', {}, '2026-11-15T11:41:00Z'],
    ['it reported them itself, and asks the person', { reporter: 'planner-1' }, undefined],
    ['they are of an earlier sprint', { timestamp: '2020-01-01T00:00:00Z' }, undefined],
    ['the anomaly is another one', { type: 'spec_ambiguity' }, undefined],
  ])('do not wake it where %s', (_, anomaly, heard) => expect(plansFor(anomaly, heard)).toMatchObject([{ trigger: 'BLOCKED_TASKS' }]));
});

test('free tasks go to idle coders, one each, by priority', () => {
  const tasks = [
    aTask({ id: 'c', priority: 3 }),
    aTask({ id: 'a', priority: 1 }),
    aTask({ id: 'b', priority: 2 }),
    aTask({ id: 'd', depends_on: ['a'] }),
  ];
  expect(actions(board(tasks))).toEqual([
    { do: 'claim', task: 'a', coder: 'coder-1' },
    { do: 'claim', task: 'b', coder: 'coder-2' },
  ]);
  expect(actions(board(tasks), { busy: new Set(['coder-1']) })).toEqual([{ do: 'claim', task: 'a', coder: 'coder-2' }]);
  expect(actions(board(tasks), { resting: new Set(['coder-1']) })).toEqual([{ do: 'claim', task: 'a', coder: 'coder-2' }]);
});

test('an agent that is there for one task takes that one, and leaves the first to the others', () => {
  const tasks = [aTask({ id: 'a', priority: 1 }), aTask({ id: 'b', priority: 2 }), aTask({ id: 'c', depends_on: ['a'] })];
  const claims = (task: string) => actions(board(tasks), { meantFor: new Map([['coder-1', task]]) });
  expect(claims('b')).toEqual([
    { do: 'claim', task: 'b', coder: 'coder-1' },
    { do: 'claim', task: 'a', coder: 'coder-2' },
  ]);
  expect(claims('c')).toEqual([{ do: 'claim', task: 'a', coder: 'coder-2' }]);
  const submitted = (id: string) => inState('READY_FOR_REVIEW', { id, assigned_to: null, reviewing_by: null, review_lease_expires: null });
  expect(actions(board([submitted('a'), submitted('b')]), { meantFor: new Map([['code-reviewer-1', 'b']]) })).toContainEqual({
    ...{ do: 'review', task: 'b' },
    reviewer: 'code-reviewer-1',
  });
});

test('while a planner plans, no other one does; while it rests, another one does', () => {
  const two = { 'planner-1': idlePlanner, 'planner-2': idlePlanner };
  expect(actions(board([], {}, two), { busy: new Set(['planner-1']) })).toEqual([]);
  expect(actions(board([], {}, two), { resting: new Set(['planner-1']) })).toMatchObject([{ do: 'plan', planner: 'planner-2' }]);
});

test('a submission goes to a reviewer, an approval is merged first', () => {
  const waiting = inState('READY_FOR_REVIEW', { reviewing_by: null, review_lease_expires: null });
  const approved = inState('APPROVED', { id: 't2', assigned_to: 'coder-2' });
  expect(actions(board([waiting, approved]))).toEqual([
    { do: 'merge', task: 't2' },
    { do: 'review', task: 't1', reviewer: 'code-reviewer-1' },
  ]);
});

describe('a stop', () => {
  const busy = board([aTask()]);
  test.each([
    [{ abort: true, pause: true, checkpoint: true }, [{ do: 'abort' }]],
    [
      { abort: false, pause: true, checkpoint: false },
      [
        { do: 'admit', letter: 'l1' },
        { do: 'wait', why: 'paused' },
      ],
    ],
    [
      { abort: false, pause: false, checkpoint: true },
      [
        { do: 'admit', letter: 'l1' },
        { do: 'wait', why: 'checkpoint' },
      ],
    ],
  ])('by %j holds everything but letters', (control, expected) => expect(actions(busy, { control, letters: ['l1'] })).toEqual(expected));

  test('by an invalid board holds everything', () =>
    expect(actions(busy, { isValid: false, letters: ['l1'] })).toEqual([{ do: 'wait', why: 'invalid' }]));

  test('by a sprint at its checkpoint holds everything, until the person removes the file', () => {
    const stopped = board([aTask()], { sprint: { ...busy.sprint, status: 'CHECKPOINT' } });
    const control = { abort: false, pause: true, checkpoint: true };
    expect(actions(stopped, { control })).toEqual([{ do: 'wait', why: 'checkpoint' }]);
    expect(actions(stopped, { letters: ['l1'], control: { ...control, checkpoint: false } })).toEqual([
      { do: 'admit', letter: 'l1' },
      { do: 'go_on' },
    ]);
  });

  const timed = (tasks: readonly Task[], timeline: Board['sprint']['timeline']) =>
    actions(board(tasks, { sprint: { ...busy.sprint, scope: { planned: ['t1'] }, timeline } })).map((action) => action.do);

  test.each([
    ['that has passed', { deadline: '2026-11-15T12:00:00Z' }, ['checkpoint']],
    ['that is to come', { deadline: '2026-11-15T12:00:01Z' }, ['claim']],
    ['after an earlier checkpoint', { deadline: '2026-11-15T11:00:00Z', checkpoint_at: '2026-11-15T10:59:59Z' }, ['checkpoint']],
    ['that the person went on after', { deadline: '2026-11-15T11:00:00Z', checkpoint_at: '2026-11-15T11:00:00Z' }, ['claim']],
  ])('by a deadline %s', (_, timeline, expected) => expect(timed([aTask()], timeline)).toEqual(expected));

  test('by a deadline does not happen if everything is done', () =>
    expect(timed([inState('MERGED')], { deadline: '2026-11-15T11:00:00Z' })).toEqual(['end_sprint']));

  test('by a deadline waits while the team is paused', () => {
    const late = board([aTask()], { sprint: { ...busy.sprint, timeline: { deadline: '2026-11-15T11:00:00Z' } } });
    expect(actions(late, { control: { abort: false, pause: true, checkpoint: false } })).toEqual([{ do: 'wait', why: 'paused' }]);
  });
});

test('what a dead agent held is free at once', () => {
  const claimed = board([inState('CLAIMED')], {}, { ...crew, 'coder-1': idleCoder({ status: 'WORKING', current_task: 't1' }) });
  expect(actions(claimed, { dead: new Set(['coder-1']) })).toEqual([
    { do: 'unregister', agent: 'coder-1' },
    { do: 'claim', task: 't1', coder: 'coder-2' },
  ]);
  const reviewed = board(
    [inState('READY_FOR_REVIEW')],
    {},
    { 'code-reviewer-1': idleReviewer({ status: 'REVIEWING' }), 'code-reviewer-2': idleReviewer() },
  );
  expect(actions(reviewed, { dead: new Set(['code-reviewer-1']) })).toEqual([
    { do: 'unregister', agent: 'code-reviewer-1' },
    { do: 'clear_review', task: 't1' },
    { do: 'review', task: 't1', reviewer: 'code-reviewer-2' },
  ]);
});

describe('a limit', () => {
  test.each<[string, Task, boolean]>([
    ['five rejections', inState('REJECTED', { review_cycles_current: 5, review_cycles_total: 5 }), true],
    ['four rejections', inState('REJECTED', { review_cycles_current: 4, review_cycles_total: 4 }), false],
    ['ten iterations', inState('REJECTED', { iteration: 10 }), true],
    ['nine iterations', inState('REJECTED', { iteration: 9 }), false],
    ['ten turns in one claim', inState('CLAIMED', { turns: 10 }), true],
    [
      'its own limit of two rejections',
      inState('REJECTED', { review_cycles_current: 2, review_cycles_total: 2, max_review_cycles: 2 }),
      true,
    ],
  ])('of %s blocks: %#', (_, task, isReached) =>
    expect(actions(board([task])).some((action) => action.do === 'block' && action.task === 't1')).toBe(isReached),
  );

  test('also concerns tasks that depend on an abandoned one', () =>
    expect(actions(board([inState('ABANDONED', { id: 'gone' }), aTask({ depends_on: ['gone'] })]))).toMatchObject([
      { do: 'block', task: 't1' },
    ]));
});

describe('the planner', () => {
  const woken = (of: Board) => actions(of).find((action) => action.do === 'plan');
  const merged = inState('MERGED', { id: 'done' });
  test.each<[string, Board, object | undefined]>([
    ['a blocked task', board([merged, inState('BLOCKED')]), { trigger: 'BLOCKED_TASKS', about: ['t1'] }],
    [
      'one that two coders failed',
      board([inState('BLOCKED', { id: 't0' }), inState('BLOCKED', { failed_by: ['coder-1', 'coder-2'] })]),
      { trigger: 'HYPOTHESIS_EXHAUSTED', about: ['t1'] },
    ],
    [
      'an integration that no coder can mend',
      board([inState('INTEGRATION_FAILED', { failed_by: ['coder-1', 'coder-2'] })]),
      { trigger: 'INTEGRATION_FAILED', about: ['t1'] },
    ],
    [
      'an urgent discovery',
      board([merged], { discovered: [{ id: 'disc-1', urgency: 'immediate' }, { id: 'disc-2' }] }),
      { trigger: 'IMMEDIATE_DISCOVERY', about: ['disc-1'] },
    ],
    [
      'a new note',
      board([merged], { human_notes: [{ timestamp: '2026-11-15T11:45:00Z', message: 'in German, please' }] }),
      { trigger: 'NEW_NOTE' },
    ],
    [
      'a new note from a machine whose clock is behind',
      board([merged], { human_notes: [{ timestamp: '2026-11-15T11:15:00Z', message: 'in German, please' }] }),
      { trigger: 'NEW_NOTE' },
    ],
    [
      'a note it has read',
      board([merged], { human_notes: [{ timestamp: '2026-11-15T11:45:00Z', message: 'read', read_by: ['planner-1'] }] }),
      undefined,
    ],
    ['nothing', board([merged]), undefined],
  ])('is woken by %s', (_, of, expected) => (expected ? expect(woken(of)).toMatchObject(expected) : expect(woken(of)).toBeUndefined()));
});

test('a sprint ends when all that was planned is final, and the goal when nothing else is open', () => {
  const planned = (ids: readonly string[]) => ({ sprint: { ...board([]).sprint, scope: { planned: [...ids] } } });
  const merged = inState('MERGED');
  expect(actions(board([merged], planned(['t1', 'archived'])))).toEqual([{ do: 'end_sprint', isGoalReached: true }]);
  expect(actions(board([merged, inState('DRAFT', { id: 't2' })], planned(['t1'])))).toEqual([{ do: 'end_sprint', isGoalReached: false }]);
  expect(actions(board([merged, inState('APPROVED', { id: 't2' })], planned(['t1', 't2'])))).toEqual([{ do: 'merge', task: 't2' }]);
});
