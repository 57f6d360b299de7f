import { describe, expect, test } from 'vitest';
import { aBoard, idleCoder, now } from '../../../test/team/boards.ts';
import { agentsBehind, type Beat, skewsIn, withBeat } from './clock-skew.ts';

const onAlpha = idleCoder({ host: 'alpha boot' });
const board = aBoard([], {
  'coder-1': onAlpha,
  'coder-2': idleCoder({ host: 'beta boot' }),
  'coder-3': onAlpha,
  'coder-4': idleCoder({ host: 'gamma boot' }),
  'coder-5': idleCoder(),
});
const minutes = 60_000;
/** Beats in the order in which they were written, each as an agent and the minute on its own clock. */
const beatsOf = (said: readonly (readonly [string, number])[]): readonly Beat[] =>
  said.reduce<readonly Beat[]>((beats, [agent, at]) => withBeat(beats, { agents: [agent], at: now.getTime() + at * minutes }), []);
/** As seen on alpha, whose clock shows `at`. */
const skews = (said: readonly (readonly [string, number])[], at = 0) =>
  skewsIn(board, beatsOf(said), { host: 'alpha boot', now: new Date(now.getTime() + at * minutes) }).map(
    ({ ahead, behind, ms }) => `${ahead.split(' ')[0]} ${ms / minutes} ahead of ${behind.split(' ')[0]}`,
  );

describe('clocks differ where', () => {
  test.each([
    ['another machine reports from the future of this one', [['coder-2', 40]], 0, ['beta 40 ahead of alpha']],
    [
      'another one reports a time that had passed here before it did',
      [
        ['coder-1', 0],
        ['coder-2', -40],
      ],
      0,
      ['alpha 40 ahead of beta'],
    ],
    [
      'two others do not agree',
      [
        ['coder-4', 0],
        ['coder-2', -40],
      ],
      0,
      ['gamma 40 ahead of beta'],
    ],
    [
      'they report in turn',
      [
        ['coder-1', 0],
        ['coder-2', -40],
        ['coder-1', 1],
      ],
      1,
      ['alpha 40 ahead of beta'],
    ],
    [
      'one reports often before the other does',
      [
        ['coder-2', 40],
        ['coder-1', 0],
        ['coder-2', 41],
        ['coder-2', 42],
        ['coder-2', 43],
      ],
      3,
      ['beta 40 ahead of alpha'],
    ],
    [
      'one is ahead of two',
      [
        ['coder-2', 40],
        ['coder-4', 0],
      ],
      0,
      ['beta 40 ahead of gamma', 'beta 40 ahead of alpha'],
    ],
    [
      'the last report counts',
      [
        ['coder-1', 5],
        ['coder-2', -40],
        ['coder-1', 6],
        ['coder-2', -30],
      ],
      6,
      ['alpha 36 ahead of beta'],
    ],
    [
      'one was set to the other side',
      [
        ['coder-2', 40],
        ['coder-1', 0],
        ['coder-2', -40],
      ],
      0,
      ['alpha 40 ahead of beta'],
    ],
  ] as const)('%s', (_, said, at, found) => expect(skews(said, at)).toEqual(found));
});

describe('clocks agree as far as can be told where', () => {
  test.each([
    ['no agent reports', [], 0],
    ['another machine has been silent, which may be because it is gone', [['coder-2', -600]], 0],
    [
      'it is one minute',
      [
        ['coder-1', 1],
        ['coder-2', 0],
      ],
      1,
    ],
    [
      'the same machine was set back',
      [
        ['coder-1', 40],
        ['coder-3', 0],
        ['coder-1', 1],
      ],
      1,
    ],
    [
      'the one that was ahead was set, and has reported since',
      [
        ['coder-2', 40],
        ['coder-1', 0],
        ['coder-2', 1],
      ],
      1,
    ],
    [
      'the one that was behind was set, and the other has reported since',
      [
        ['coder-1', 0],
        ['coder-2', -40],
        ['coder-2', 1],
        ['coder-1', 2],
      ],
      2,
    ],
    ['an agent says nothing about its machine', [['coder-5', 600]], 0],
    ['an agent has left the board', [['coder-9', 600]], 0],
  ] as const)('%s', (_, said, at) => expect(skews(said, at)).toEqual([]));
});

test('only the latest hundred reports count', () => {
  const often = Array.from({ length: 100 }, (_, at) => ['coder-1', at] as const);
  expect(beatsOf([['coder-2', 40], ...often])).toHaveLength(100);
  expect(skews([['coder-2', 200], ...often.slice(1)], 100)).toEqual(['beta 100 ahead of alpha']);
  expect(skews([['coder-2', 200], ...often], 100)).toEqual([]);
});

test('agents of a machine whose clock is behind seem to have lost their leases on another machine', () =>
  expect([...agentsBehind(board, [{ ahead: 'beta boot', behind: 'alpha boot', ms: 40 * minutes }])]).toEqual(['coder-1', 'coder-3']));
