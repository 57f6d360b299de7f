import { expect, test } from 'vitest';
import { createWaiting, waitingLine } from './waiting.ts';

test.each([
  [[{ role: 'R2', started: 0, written: 0 }], '… R2 is working, 12 s'],
  [[{ role: 'R2', started: 2_000, written: 830 }], '… R2 is working, 10 s, 830 characters'],
  [
    [
      { role: 'R3', started: 5_000, written: 10 },
      { role: 'R3', started: 1_000, written: 5 },
      { role: 'R4a', started: 11_900, written: 0 },
    ],
    '… R3, R4a are working, 11 s, 15 characters',
  ],
])('who is waited for, since when, and how much came: %j', (steps, line) => {
  expect(waitingLine(steps, 12_000)).toBe(line);
});

test('nothing is shown, and so nothing streamed, where nobody is looking', () => {
  expect(createWaiting(undefined)).toBeUndefined();
  expect(createWaiting({ status() {} })).toBeUndefined();
});
