import { expect, test } from 'vitest';
import type { Body, Log } from './log.ts';
import { TimeCap } from './time-cap.ts';

/** The state of a cap after this much work at this pace. */
function said(active_ms: number | null, grows: boolean, activeMs: number, callMs: number): readonly string[] {
  const given: Body[] = [];
  const log = { isLive: true, tally: { activeMs, callMs }, give: (body: Body) => given.push(body) } as unknown as Log; // a cap reads no other fields
  new TimeCap({ active_ms, grows, log, onUp: () => {} }).look();
  return given.flatMap((body) => (body.kind === 'alarm' ? [body.detail] : []));
}

const spent = (seconds: number) => [`the task has worked for ${seconds} s, which is its limit`];

test.each<[string, number | null, boolean, number, number, readonly string[]]>([
  ['rings when the time is up', 1_800_000, true, 1_800_000, 1_000, spent(1_800)],
  ['does not ring before', 1_800_000, true, 1_799_999, 1_000, []],
  ['grows with slow models', 1_800_000, true, 1_800_000, 30_000, []],
  ['rings when the grown time is up', 1_800_000, true, 18_000_000, 30_000, spent(18_000)],
  ['does not grow where the person set it', 1_800_000, false, 1_800_000, 30_000, spent(1_800)],
  ['never rings where there is none', null, true, 1e12, 30_000, []],
])('a cap on time %s', (_, active_ms, grows, activeMs, callMs, details) => {
  expect(said(active_ms, grows, activeMs, callMs)).toEqual(details);
});

test('a cap fires while the task waits, and not before: its first timer fires too early if the task has since been given more time', async () => {
  const { promise: rung, resolve: onUp } = Promise.withResolvers<void>();
  const tally = { activeMs: 95, callMs: 0 };
  const log = { isLive: true, tally, give: () => {} } as unknown as Log; // a cap reads no other fields
  using cap = new TimeCap({ active_ms: 100, grows: false, log, onUp });
  const began = performance.now();
  cap.watch();
  cap.rest();
  tally.activeMs = 60;
  cap.watch();
  await rung;
  expect(performance.now() - began).toBeGreaterThanOrEqual(39);
});
