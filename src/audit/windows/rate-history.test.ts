import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengths, RateHistory } from './rate-history.ts';

const begin = Date.parse('2026-01-01');
const cases = fc.array(fc.tuple(fc.nat(60 * 288), fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 200 });
const hourMs = 3_600_000;

/** The answers of a history at a given time. */
const asked = (history: RateHistory, end: number) =>
  (['window', 'day', 'week'] as const).map((length) => {
    const from = end - lengths[length];
    const { count, hits, of, squares, quotients } = history.before(from, length);
    return [history.between(from, end), history.between(0, from), [count, hits, of, squares, quotients.toFixed(6)]];
  });

test('what was forgotten, kept and read again answers like a history that knows every window', () => {
  fc.assert(
    fc.property(cases, fc.nat(60 * 24), (all, hour) => {
      const whole = new RateHistory();
      const known = new RateHistory();
      const sorted = all.toSorted(([a], [b]) => a - b);
      for (const [window, hits, of] of sorted)
        for (const history of [whole, known]) history.add(begin + window * lengths.window, [Math.min(hits, of), of]);
      const until = begin + hour * hourMs;
      known.forget(until - 3 * lengths.week);
      const again = new RateHistory(JSON.parse(JSON.stringify(known.kept)));
      for (const end of [until, until + 5 * hourMs, until + 100 * hourMs]) expect(asked(again, end)).toEqual(asked(whole, end));
    }),
  );
});

test('a history keeps no more windows than those of the last weeks', () => {
  const history = new RateHistory();
  for (let at = 0; at < 20_000; at += 1) history.add(begin + at * lengths.window, [1, 2]);
  history.forget(begin + 20_000 * lengths.window - 3 * lengths.week);
  const { window, day, week } = history.kept;
  expect(window.points.length).toBeLessThanOrEqual(6_048);
  expect(window.base.count + window.points.length).toBe(20_000);
  expect([day.points.length, week.points.length]).toEqual([22, 4]);
});
