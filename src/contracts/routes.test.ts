import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Message, type MessageType, messageTypes } from './messages.ts';
import { Party } from './parties.ts';
import { isQuestion, isRouted, replies, routes } from './routes.ts';

const pairs = Party.options.flatMap((from) => Party.options.map((to) => ({ from, to })));
const open = messageTypes.flatMap((type) => pairs.filter(({ from, to }) => isRouted(type, from, to)).map((pair) => ({ type, ...pair })));
const told = ({ type, from, to }: { type: MessageType; from: Party; to: Party }) => `${type} ${from}→${to}`;

test('every message type has a route, and every route has a message type', () => {
  expect(Object.keys(routes).toSorted()).toEqual(messageTypes.toSorted());
  expect(messageTypes.filter((type) => !open.some((route) => route.type === type))).toEqual([]);
});

test('exactly the routes of the table are open, each listed once', () => {
  const listed = messageTypes.flatMap((type) => routes[type].map(([from, to]) => told({ type, from, to })));
  expect(open.map(told).toSorted()).toEqual(listed.toSorted());
});

test('a route is not open backwards, except where the table says so', () => {
  fc.assert(
    fc.property(fc.constantFrom(...open), ({ type, from, to }) => {
      expect(isRouted(type, to, from)).toBe(false);
    }),
  );
});

test('no role sends to itself', () => {
  expect(open.filter(({ from, to }) => from === to)).toEqual([]);
});

describe('who may send it', () => {
  test.each<[MessageType, ...string[]]>([
    ['FinalResult', 'R7→User'],
    ['UserInput', 'User→R1'],
    ['Cancel', 'User→R7'],
    ['TaskSpec', 'R1→R2', 'R1→R7'],
    ['SubTask', 'R2→R3', 'R2→R4a'],
    ['DispatchManifest', 'R2→R4a', 'R2→R4b', 'R2→R7'],
    ['ExecutionResult', 'R3→R4a'],
    ['CorrectionSignal', 'R4a→R3'],
    ['SubTaskOutcome', 'R4a→R4b', 'R4a→R7'],
    ['ReplanRequest', 'R4b→R7'],
    ['OutcomeSummary', 'R4b→R7'],
    ['PlanDirective', 'R7→R2'],
    ['Megram', 'R7→R5'],
    ['Failure', 'R1→R7', 'R2→R7', 'R4a→R7', 'R4b→R7', 'Host→R7'],
  ])('%s only %s', (type, ...expected) => {
    expect(open.filter((route) => route.type === type).map(({ from, to }) => `${from}→${to}`)).toEqual(expected);
  });
});

describe('what a party says and hears', () => {
  test.each<[Party, Party[], Party[]]>([
    ['User', ['R1', 'R2', 'R3', 'R4a', 'R4b', 'R5', 'R6', 'R7'], ['R1', 'R2', 'R3', 'R6', 'R7']],
    ['Host', ['R7'], []],
    ['R1', ['R2', 'R7', 'User'], ['User']],
    ['R3', ['R4a', 'User'], ['R2', 'R4a', 'User']], // an effector never gets memory or the overall task
    ['R4a', ['R3', 'R4b', 'R7'], ['R2', 'R3', 'User']],
    ['R4b', ['R2', 'R7'], ['R2', 'R4a', 'User']],
    ['R5', ['R2', 'R7'], ['R2', 'R7', 'User']],
    ['R6', ['User'], ['User']], // the auditor is lateral: no role can reach it, and it can steer no role
  ])('%s speaks to %j and hears from %j', (party, speaksTo, hearsFrom) => {
    const partners = (side: 'from' | 'to', other: 'from' | 'to') => [
      ...new Set(open.filter((route) => route[side] === party).map((route) => route[other])),
    ];
    expect(partners('from', 'to').toSorted()).toEqual(speaksTo);
    expect(partners('to', 'from').toSorted()).toEqual(hearsFrom);
  });
});

describe('an ask', () => {
  const asks = open.flatMap(({ type, from, to }) =>
    Object.entries(replies).flatMap(([ask, reply]) => (ask === type ? [{ reply, from, to }] : [])),
  );

  test('of every kind has a route', () => {
    expect(asks).toHaveLength(Object.keys(replies).length);
  });

  test.each(asks)('from $from to $to is answered on the way back by $reply', ({ reply, from, to }) => {
    expect(isRouted(reply, to, from)).toBe(true);
  });
});

test('the person is asked four kinds of questions, and nothing said to another is one', () => {
  const questions = open.filter((route) => isQuestion(route as Partial<Message> as Message)); // only the type and the receiver are read
  expect(questions.map(told)).toEqual([
    'ClarifyQuestion R1→User',
    'PlanReview R2→User',
    'ConfirmRequest R3→User',
    'InterruptedCall R3→User',
  ]);
});
