import { describe, expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, idleReviewer, inState, now } from '../../test/team/boards.ts';
import type { Agent, Task } from './board/board.ts';
import { isLeaseOver, nextReviewFor, nextTaskFor } from './claimable.ts';

const living = { now, dead: new Set<string>() };
const dead = (...ids: readonly string[]) => ({ now, dead: new Set(ids) });
const coders = { 'coder-1': idleCoder(), 'coder-2': idleCoder() };
const next = (tasks: readonly Task[], coder = 'coder-1', agents: Readonly<Record<string, Agent>> = coders, alive = living) =>
  nextTaskFor(aBoard(tasks, agents), coder, alive)?.id;

test.each([
  ['2026-11-15T12:00:01Z', living, false],
  ['2026-11-15T11:59:00Z', living, false], // clocks of two machines differ
  ['2026-11-15T11:58:59Z', living, true],
  ['2026-11-15T13:00:00Z', dead('coder-1'), true],
  ['2026-11-15T13:00:00Z', dead('coder-2'), false],
  [null, living, true],
])('a lease until %s is over: %s → %s', (lease, alive, expected) => expect(isLeaseOver(lease, 'coder-1', alive)).toBe(expected));

describe('the next task', () => {
  test('is the one of the highest priority, then the oldest', () => {
    const old = aTask({ id: 'old', priority: 2, created: '2026-11-14T00:00:00Z' });
    const young = aTask({ id: 'young', priority: 2, created: '2026-11-15T00:00:00Z' });
    expect(next([young, old])).toBe('old');
    expect(next([young, old, aTask({ id: 'urgent', priority: 1 })])).toBe('urgent');
    expect(next([aTask({ id: 'unranked', priority: null }), young])).toBe('young');
  });

  test('waits for what it depends on', () => {
    expect(next([aTask({ depends_on: ['t2'] }), inState('CLAIMED', { id: 't2' })], 'coder-2')).toBeUndefined();
    expect(next([aTask({ depends_on: ['t2'] }), inState('MERGED', { id: 't2' })], 'coder-2')).toBe('t1');
  });

  test.each([
    ['is not registered', {}],
    ['is at work', { 'coder-1': idleCoder({ status: 'WORKING' }) }],
    ['is no coder', { 'coder-1': idleReviewer() }],
    ['went silent', { 'coder-1': idleCoder({ lease_expires: '2026-11-15T11:00:00Z' }) }],
  ])('is none for an agent that %s', (_, agents) => expect(next([aTask()], 'coder-1', agents)).toBeUndefined());

  test('is none while the coder’s work is in review', () => {
    const reviewed = inState('READY_FOR_REVIEW', { id: 't2' });
    expect(next([aTask(), reviewed])).toBeUndefined();
    expect(next([aTask(), reviewed], 'coder-2')).toBe('t1');
    expect(next([aTask(), inState('APPROVED', { id: 't2' })])).toBe('t1');
  });

  test('after a rejection goes to its coder, unless that one is gone or gave it up', () => {
    const rejected = inState('REJECTED');
    expect(next([rejected], 'coder-1')).toBe('t1');
    expect(next([rejected], 'coder-2')).toBeUndefined();
    expect(next([rejected], 'coder-2', coders, dead('coder-1'))).toBe('t1');
    const given = inState('REJECTED', { failed_by: ['coder-1'] });
    expect(next([given], 'coder-2')).toBe('t1');
    expect(next([given], 'coder-1')).toBeUndefined();
    expect(next([given], 'coder-1', coders, dead('coder-2'))).toBe('t1'); // the same coder rather than none
  });

  test('is a claimed one as soon as its holder is known to be dead', () => {
    expect(next([inState('CLAIMED')], 'coder-2')).toBeUndefined();
    expect(next([inState('CLAIMED')], 'coder-2', coders, dead('coder-1'))).toBe('t1');
  });
});

test.each([
  [{ reviewing_by: null }, living, 't1'],
  [{}, living, undefined],
  [{}, dead('code-reviewer-1'), 't1'],
  [{ review_lease_expires: '2026-11-15T11:00:00Z' }, living, 't1'],
  [{ review_lease_expires: null }, living, undefined],
])('a task in review with %j is reviewable: %s → %s', (fields, alive, expected) =>
  expect(nextReviewFor(aBoard([inState('READY_FOR_REVIEW', fields)], {}), alive)?.id).toBe(expected),
);
