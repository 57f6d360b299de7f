import { expect, test } from 'vitest';
import { readMoment, readUntil } from './moment.ts';

const now = Date.UTC(2026, 10, 15, 12);
const hour = 3_600_000;

test.each([
  ['30m', now - hour / 2],
  ['12h', now - 12 * hour],
  ['7d', now - 7 * 24 * hour],
  ['2W', now - 14 * 24 * hour],
  ['1.5d', now - 36 * hour],
  [' 0h ', now],
  ['2026-11-01', new Date(2026, 10, 1).getTime()],
  ['2026-11-01T09:30', new Date(2026, 10, 1, 9, 30).getTime()],
  ['2026-11-01 09:30:15', new Date(2026, 10, 1, 9, 30, 15).getTime()],
  ['2026-11-01T09:30Z', Date.UTC(2026, 10, 1, 9, 30)],
  ['2026-11-01t09:30:15.5z', Date.UTC(2026, 10, 1, 9, 30, 15, 500)],
  ['2026-11-01T09:30+02:00', Date.UTC(2026, 10, 1, 7, 30)],
  ['2024-02-29', new Date(2024, 1, 29).getTime()],
])('"%s" is a moment', (text, value) => {
  expect(readMoment(text, now)).toEqual({ ok: true, value });
});

test.each(['', '7', '7 d', '-7d', '7y', 'd', 'tomorrow', '2026', '2026-11', '2026-13-01', '2026-02-30', '2026-11-01T25:00', '1/11/2026'])(
  '"%s" is not a moment, and the error says what would be',
  (text) => {
    expect(readMoment(text, now)).toMatchObject({ ok: false, error: expect.stringContaining('2026-11-01') });
    expect(readUntil(text, now)).toMatchObject({ ok: false });
  },
);

test.each([
  ['2026-11-01', new Date(2026, 10, 2).getTime()],
  ['2026-12-31', new Date(2027, 0, 1).getTime()],
  ['2026-11-01T09:30', new Date(2026, 10, 1, 9, 30).getTime()],
  ['7d', now - 7 * 24 * hour],
])('until "%s" takes in a whole day where only a day is named', (text, value) => {
  expect(readUntil(text, now)).toEqual({ ok: true, value });
});
