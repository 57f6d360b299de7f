import { expect, test } from 'vitest';
import { faultKinds, kinds, places, planOf, ringing } from './plan.ts';

const plans = Array.from({ length: 200 }, (_, at) => planOf(at + 1));

test('a plan follows from its seed alone', () => {
  expect(plans.map(({ seed }) => planOf(seed))).toEqual(plans);
  expect(new Set(plans.map(({ faults }) => JSON.stringify(faults))).size).toBe(plans.length);
});

test.each(kinds)('200 seeds have "%s" often enough, at any place, within its limits', (kind) => {
  const faults = plans.flatMap((plan) => plan.faults.filter((fault) => fault.kind === kind));
  const [shortest, longest] = faultKinds[kind].ms;
  expect(faults.length).toBeGreaterThan(200 / kinds.length);
  for (const { ms, at } of faults) {
    expect([ms >= shortest, ms <= longest, at >= 1, at <= places]).toEqual([true, true, true, true]);
  }
  expect(new Set(faults.map(({ at }) => Math.floor((at - 1) / (places / 3)))).size).toBe(3);
});

test('a good part of the faults of hosts happens while bells are rung', () => {
  const [from, to] = ringing;
  const places = plans.flatMap(({ faults }) => faults.filter(({ kind }) => faultKinds[kind].strikes === 'host').map(({ at }) => at));
  expect(places.filter((at) => at >= from && at <= to).length / places.length).toBeGreaterThan(0.4);
});

test('plans have one to three faults in the order of their entries, and every other circumstance is there and not there', () => {
  for (const { faults } of plans) expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(new Set(plans.map(({ faults }) => faults.length))).toEqual(new Set([1, 2, 3]));
  expect(new Set(plans.map(({ hasEchoes }) => hasEchoes)).size).toBe(2);
  expect(new Set(plans.flatMap(({ faults }) => faults.map(({ isLate }) => isLate))).size).toBe(2);
  const skews = plans.flatMap(({ hostSkews, workerSkews }) => [...hostSkews, ...workerSkews]);
  expect([skews.some((ms) => ms < 0), skews.some((ms) => ms > 0), skews.filter((ms) => ms === 0).length > 500]).toEqual([true, true, true]);
});
