import { expect, test } from 'vitest';
import { aBoard, idleCoder, now } from '../../../test/team/boards.ts';
import type { Agent } from '../board/board.ts';
import { watchHeartbeats } from './heartbeats.ts';

const minutes = 60_000;
const ended = '2026-11-15T11:00:00Z';
const lasting = '2026-11-15T12:30:00Z';

/**
 * Looks at one agent at these minutes, with these heartbeats. Returns for each look after how many minutes the agent is no longer awaited; false if
 * it is not.
 */
function watched(looks: readonly (readonly [atMinutes: number, heartbeat: string | undefined])[], fields: Partial<Agent> = {}) {
  let at = 0;
  const heartbeats = watchHeartbeats(() => at);
  return looks.map(([minute, heartbeat]) => {
    at = minute * minutes;
    if (heartbeat?.startsWith('paused ')) heartbeats.pause();
    const agents =
      heartbeat === undefined ? {} : { 'coder-1': idleCoder({ lease_expires: ended, heartbeat: heartbeat.slice(-1), ...fields }) };
    const isAwaited = heartbeats.awaited(aBoard([], agents), now).has('coder-1');
    return isAwaited ? (heartbeats.nextMs() ?? 0) / minutes : isAwaited;
  });
}

test.each([
  [
    'who is found with a lease that has ended is awaited for two heartbeats',
    [
      [0, 'a'],
      [1.5, 'a'],
      [2, 'a'],
    ],
    {},
    [2, 0.5, false],
  ],
  [
    'who reports meanwhile is awaited for a whole lease, whatever time it names',
    [
      [0, 'a'],
      [1, 'b'],
      [30.5, 'b'],
      [31, 'b'],
    ],
    {},
    [2, 30, 0.5, false],
  ],
  [
    'each report counts again',
    [
      [0, 'a'],
      [1, 'b'],
      [20, 'c'],
      [49, 'c'],
      [50, 'c'],
    ],
    {},
    [2, 30, 30, 1, false],
  ],
  [
    'who registers meanwhile has reported nothing yet',
    [
      [0, undefined],
      [5, 'a'],
      [7, 'a'],
    ],
    {},
    [false, 2, false],
  ],
  [
    'who leaves and returns begins again',
    [
      [0, 'a'],
      [1, 'b'],
      [2, undefined],
      [3, 'b'],
      [5, 'b'],
    ],
    {},
    [2, 30, false, 2, false],
  ],
  [
    'while all have to wait, silence does not count',
    [
      [0, 'a'],
      [1, 'paused a'],
      [1, 'a'],
      [100, 'paused a'],
      [100, 'a'],
      [101, 'a'],
    ],
    {},
    [2, 2, 2, 2, 2, 1],
  ],
  [
    'whose lease has not ended needs no waiting',
    [
      [0, 'a'],
      [1, 'a'],
    ],
    { lease_expires: lasting },
    [false, false],
  ],
] as const)('%s', (_, looks, fields, expected) => expect(watched(looks, fields)).toEqual(expected));

test('a claim whose lease has ended makes its holder awaited, too', () => {
  const held = { id: 't1', status: 'CLAIMED', assigned_to: 'coder-1', lease_expires: ended } as const;
  const board = aBoard([held], { 'coder-1': idleCoder({ lease_expires: lasting }) });
  expect([...watchHeartbeats(() => 0).awaited(board, now)]).toEqual(['coder-1']);
});
