import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStamper } from './clock.ts';

/** A clock that shows what it is set to. */
function clockAt(wall: number) {
  const hands = { wall, ran: 0 };
  return { hands, clock: { now: () => hands.wall, monotonic: () => hands.ran } };
}

const start = Date.parse('2026-01-01T00:00:00.000Z');

test('time that is worked is not a pause', () => {
  const { hands, clock } = clockAt(start);
  const stamp = createStamper(clock);
  hands.wall += 5000;
  hands.ran += 5000;
  expect(stamp()).toEqual({ ts: '2026-01-01T00:00:05.000Z', pausedMs: 0 });
});

test('time that passed while the machine slept is a pause', () => {
  const { hands, clock } = clockAt(start);
  const stamp = createStamper(clock);
  stamp();
  hands.wall += 3_600_000;
  hands.ran += 2000;
  expect(stamp()).toEqual({ ts: '2026-01-01T01:00:00.000Z', pausedMs: 3_598_000 });
});

test('all time since the last entry of an earlier process is a pause, once', () => {
  const { hands, clock } = clockAt(start + 10);
  const stamp = createStamper(clock, '2026-01-01T00:00:00.000Z');
  expect(stamp()).toEqual({ ts: '2026-01-01T00:00:00.010Z', pausedMs: 10 });
  hands.wall += 500;
  hands.ran += 500;
  expect(stamp().pausedMs).toBe(0);
});

test('what the clock did before the first entry is not a pause', () => {
  const { hands, clock } = clockAt(start);
  const stamp = createStamper(clock);
  hands.wall += 3_600_000;
  expect(stamp().pausedMs).toBe(0);
});

test('a clock that is set back continues from where it was, at its own pace', () => {
  const { hands, clock } = clockAt(start);
  const stamp = createStamper(clock);
  hands.wall -= 86_400_000;
  expect(stamp().ts).toBe('2026-01-01T00:00:00.000Z');
  hands.wall += 1500;
  hands.ran += 1500;
  expect(stamp()).toEqual({ ts: '2026-01-01T00:00:01.500Z', pausedMs: 0 });
});

test('whatever the clock does, times never go back and pauses are never longer than what passed', () => {
  const jump = fc.integer({ min: -1e7, max: 1e7 });
  fc.assert(
    fc.property(fc.array(fc.tuple(jump, fc.nat(1e6))), (moves) => {
      const { hands, clock } = clockAt(start);
      const stamp = createStamper(clock);
      let last = start;
      for (const [wall, ran] of moves) {
        hands.wall += wall;
        hands.ran += ran;
        const { ts, pausedMs } = stamp();
        const passed = Date.parse(ts) - last;
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(pausedMs).toBeGreaterThanOrEqual(0);
        expect(pausedMs).toBeLessThanOrEqual(passed);
        last += passed;
      }
    }),
  );
});
