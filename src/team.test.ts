import { expect, test } from 'vitest';
import { aBoard, commitOf, idleCoder, inState, now } from '../test/team/boards.ts';
import { initialState } from './control.ts';
import { admit, steer, transition } from './team.ts';

const facts = { now, dead: new Set<string>() };
const letterFacts = { ...facts, admitted: new Set<string>(), specs: { hashOf: () => undefined } };
const board = aBoard([inState('UNCLAIMED')], { 'coder-1': idleCoder() });
const claim = { to: 'CLAIMED', task: 't1', by: 'supervisor', coder: 'coder-1', baseCommit: commitOf('a') } as const;

test('a task is claimed', () =>
  expect(transition(board, claim, facts)).toMatchObject({ ok: true, board: { tasks: [{ status: 'CLAIMED' }] } }));

test.each([null, {}, { ...board, tasks: 'none' }, { ...board, tasks: [{ id: 't1', status: 'DONE' }] }])('%j is not a board', (value) => {
  expect(() => transition(value as never, claim, facts)).toThrow(expect.objectContaining({ code: 'board_invalid' }));
});

test.each([null, 'submit', { kind: 'submit' }])('%j is not a letter', (value) =>
  expect(admit(board, value, letterFacts)).toMatchObject({ ok: false, code: 'refused' }),
);

test('a rejection is steered', () => {
  const rejection = { criteria: [{ criterion: 'hello prints Hello', verdict: 'fail' as const }], isStillPresent: false, elapsedMs: 0 };
  const limits = { maxReviewCycles: 5, reviewHours: 8 };
  const { next, state } = steer(initialState, rejection, limits);
  expect([next, state.replans]).toEqual(['same_coder', 1]);
  for (const bad of [{}, { ...rejection, criteria: [] }, { ...rejection, elapsedMs: Number.NaN }])
    expect(() => steer(initialState, bad as never, limits)).toThrow(expect.objectContaining({ code: 'payload_refused' }));
  expect(() => steer(initialState, rejection, { ...limits, maxReviewCycles: 0 })).toThrow(expect.objectContaining({ code: 'usage' }));
});
