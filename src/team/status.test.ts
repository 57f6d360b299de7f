import { describe, expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, inState, now } from '../../test/team/boards.ts';
import type { Board } from './board/board.ts';
import { statusOf } from './status.ts';

const facts = { now, dead: new Set<string>(), control: { abort: false, pause: false, checkpoint: false } };
const textsOf = (board: Board, more: Partial<typeof facts> = {}) => statusOf(board, { ...facts, ...more }).alerts.map(({ text }) => text);

describe('a team needs the person', () => {
  test.each<[string, Board, Partial<typeof facts>, readonly string[]]>([
    ['to plan, where nothing is', aBoard([], {}), {}, ['Nothing is planned yet.']],
    ['to approve drafts', aBoard([inState('DRAFT')], {}), {}, ['One draft waits for your approval.']],
    ['to run, where no agent works', aBoard([aTask()], {}), {}, ['No agent is at work.']],
    ['not, where one works', aBoard([aTask()], { 'coder-1': idleCoder() }), {}, []],
    [
      'to run, where the agents are dead',
      aBoard([aTask()], { 'coder-1': idleCoder() }),
      { dead: new Set(['coder-1']) },
      ['No agent is at work.'],
    ],
    ['not, where all is merged', aBoard([inState('MERGED')], {}), {}, []],
    [
      'to go on after a pause',
      aBoard([aTask()], { 'coder-1': idleCoder() }),
      { control: { ...facts.control, pause: true } },
      ['The team is paused.'],
    ],
  ])('%s', (_, board, more, texts) => expect(textsOf(board, more)).toEqual(texts));

  test('for a blocked task, with its questions, before what is less urgent', () => {
    const { alerts } = statusOf(aBoard([inState('DRAFT', { id: 't0' }), inState('BLOCKED')], { 'coder-1': idleCoder() }), facts);
    expect(alerts).toMatchObject([
      { isUrgent: true, more: ['What is printed?'], command: 'artoo team task unblock t1 "what changed"' },
      { isUrgent: false },
    ]);
  });

  test('for nothing any more once it was aborted', () => {
    const board = aBoard([inState('BLOCKED', { id: 't2' }), aTask()], {});
    expect(textsOf({ ...board, sprint: { ...board.sprint, status: 'ABORTED' } })).toContain('The team was aborted.');
  });
});

test('tasks are told with who holds them, for how long, and what they wait for; final ones last', () => {
  const tasks = [
    inState('MERGED', { id: 'done' }),
    inState('CLAIMED', { id: 'work', priority: 2 }),
    aTask({ id: 'later', depends_on: ['work', 'done'], priority: 3 }),
    inState('READY_FOR_REVIEW', { id: 'seen', assigned_to: 'coder-2' }),
  ];
  expect(statusOf(aBoard(tasks, {}), facts).tasks).toMatchObject([
    { id: 'seen', who: 'code-reviewer-1', leaseLeft: 3600 },
    { id: 'work', who: 'coder-1', iteration: [1, 10], leaseLeft: 3600, waitsFor: [] },
    { id: 'later', who: undefined, waitsFor: ['work'] },
    { id: 'done', iteration: undefined, leaseLeft: undefined },
  ]);
});

test('a checkpoint says why the team waits there', () => {
  const stopped = { ...facts, control: { ...facts.control, checkpoint: true } };
  const told = (more: object): string | undefined => statusOf(aBoard([], {}), { ...stopped, ...more }).alerts[0]?.text;
  expect(told({})).toBe('The team is waiting at a checkpoint for you to decide.');
  expect(told({ checkpointWhy: 'circuit breaker: retry_cluster' })).toBe(
    'The team is waiting at a checkpoint for you to decide: circuit breaker: retry_cluster',
  );
});
