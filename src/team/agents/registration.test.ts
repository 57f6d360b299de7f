import { describe, expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import { isValid, validateBoard } from '../board/validate.ts';
import { nextTaskFor } from '../claimable.ts';
import { claimReview, freeId, heartbeat, ready, register, unregister } from './registration.ts';

const living = { now, dead: new Set<string>() };
const board = aBoard([inState('CLAIMED')], {
  'coder-1': idleCoder({ status: 'WORKING', current_task: 't1' }),
  'code-reviewer-1': idleReviewer(),
});

test('ids are handed out from the lowest that is free', () => {
  expect(freeId(board, 'coder', living)).toBe('coder-2');
  expect(freeId(board, 'code_reviewer', living)).toBe('code-reviewer-2');
  expect(freeId(board, 'planner', living)).toBe('planner-1');
  expect(freeId(board, 'coder', { now, dead: new Set(['coder-1']) })).toBe('coder-1');
});

describe('an agent', () => {
  test('comes with a short lease, and goes without a trace', () => {
    const come = register(board, 'coder-2', 'coder', { pid: 7, host: 'ada', runner: 'built-in' }, living);
    expect(come.ok && come.board.agents['coder-2']).toMatchObject({ status: 'STARTING', lease_expires: '2026-11-15T12:05:00Z', pid: 7 });
    expect(come.ok && unregister(come.board, 'coder-2').agents).toEqual(board.agents);
    expect(unregister(board, 'coder-9')).toBe(board);
  });

  test('starts, and takes work once its loop is ready', () => {
    const free = aBoard([aTask()], {});
    const come = register(free, 'coder-2', 'coder', {}, living);
    if (!come.ok) throw new Error(come.why.join());
    expect(nextTaskFor(come.board, 'coder-2', living)).toBeUndefined();
    const begun = ready(come.board, ['coder-2', 'coder-9']);
    expect(begun.agents['coder-2']).toMatchObject({ status: 'IDLE' });
    expect(nextTaskFor(begun, 'coder-2', living)).toMatchObject({ id: 't1' });
    expect(ready(begun, ['coder-2'])).toBe(begun);
  });

  test.each([
    ['coder-1', 'coder', 'is alive elsewhere'],
    ['coder', 'coder', 'has no number'],
    ['planner-1', 'coder', 'has another role'],
  ] as const)('%s as a %s is refused where it %s', (id, role, _) => expect(register(board, id, role, {}, living).ok).toBe(false));

  test('takes the place of one that is dead', () =>
    expect(register(board, 'coder-1', 'coder', {}, { now, dead: new Set(['coder-1']) }).ok).toBe(true));

  test('keeps what it holds by its heartbeat, and nothing else', () => {
    const later = new Date('2026-11-15T12:50:00Z');
    const beaten = heartbeat(aBoard([inState('CLAIMED'), aTask({ id: 't2' })], board.agents), 'coder-1', later);
    expect(beaten.agents['coder-1']).toMatchObject({ heartbeat: '2026-11-15T12:50:00Z', lease_expires: '2026-11-15T13:20:00Z' });
    expect(beaten.tasks).toMatchObject([{ lease_expires: '2026-11-15T13:20:00Z' }, { id: 't2' }]);
    expect(heartbeat(beaten, 'coder-2', later)).toBe(beaten);
    const long = heartbeat(aBoard([inState('CLAIMED', { lease_duration_override: 3_600 })], board.agents), 'coder-1', later);
    expect(long.tasks[0]?.lease_expires).toBe('2026-11-15T13:50:00Z');
    const reviewed = heartbeat(aBoard([inState('READY_FOR_REVIEW')], board.agents), 'code-reviewer-1', later);
    expect(reviewed.tasks[0]?.review_lease_expires).toBe('2026-11-15T13:20:00Z');
  });

  test('gets a review with a lease', () => {
    const task = inState('READY_FOR_REVIEW', { reviewing_by: null, review_lease_expires: null });
    const claimed = claimReview(aBoard([task], board.agents), task, 'code-reviewer-1', now);
    expect(claimed.tasks[0]).toMatchObject({ reviewing_by: 'code-reviewer-1', review_lease_expires: '2026-11-15T12:30:00Z' });
    expect(claimed.agents['code-reviewer-1']).toMatchObject({ status: 'REVIEWING', current_task: 't1' });
    expect(isValid(validateBoard(claimed, { files: ['specs/vision.md'], dirs: ['.worktrees/t1'], env: {}, now }))).toBe(true);
  });
});
