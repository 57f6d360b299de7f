import { expect, test } from 'vitest';
import { workedMs } from './worked-ms.ts';

const at = (minute: number): string => `2026-11-15T11:${String(minute).padStart(2, '0')}:00Z`;
const now = new Date(at(50));

test.each([
  ['nothing has happened', [], 0],
  ['a coder works on it', [['claimed', 10]], 40],
  [
    'it waits for a reviewer',
    [
      ['claimed', 10],
      ['ready_for_review', 15],
    ],
    5,
  ],
  [
    'it was reviewed and rejected',
    [
      ['claimed', 10],
      ['ready_for_review', 15],
      ['review_claimed', 20],
      ['rejected', 22],
    ],
    7,
  ],
  [
    'the lease was over, and another one took it',
    [
      ['claimed', 10],
      ['reclaimed_after_expiry', 40],
    ],
    40,
  ],
  [
    'a clock ran backwards',
    [
      ['claimed', 30],
      ['ready_for_review', 20],
    ],
    0,
  ],
  [
    'a checkpoint in between',
    [
      ['claimed', 10],
      ['pre_execution_checkpoint', 12],
      ['blocked', 20],
    ],
    10,
  ],
] as const)('%s', (_, events, minutes) => {
  const history = events.map(([event, minute]) => ({ event, time: at(minute) }));
  expect(workedMs({ history }, now)).toBe(minutes * 60_000);
});

test('an event without a time is passed over', () => {
  expect(workedMs({ history: [{ event: 'claimed' }, { event: 'claimed', time: at(40) }, { event: 'rejected', time: null }] }, now)).toBe(
    600_000,
  );
});
