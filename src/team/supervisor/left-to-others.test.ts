import { expect, test } from 'vitest';
import { LeftToOthers } from './left-to-others.ts';

test('an agent that does not take the same task for three seconds is passed over for a minute', () => {
  let now = 0;
  const others = new LeftToOthers(() => now);
  const t1 = [{ agent: 'coder-1', what: 't1' }];
  expect([others.note(t1), others.nextMs()]).toEqual([false, 3_000]);
  now = 2_999;
  expect([others.note(t1), others.nextMs(), others.passedOver()]).toEqual([false, 1, []]);
  now = 3_000;
  expect([others.note(t1), others.nextMs(), others.passedOver()]).toEqual([true, undefined, ['coder-1']]);
  now = 63_000;
  expect(others.passedOver()).toEqual([]);
});

test('an agent that has taken something in the meantime, or is working, is waited for again', () => {
  let now = 0;
  const others = new LeftToOthers(() => now);
  others.note([{ agent: 'coder-1', what: 't1' }]);
  now = 2_000;
  others.note([{ agent: 'coder-1', what: 't2' }]);
  now = 4_000;
  expect(others.note([{ agent: 'coder-1', what: 't2', hasBegun: true }])).toBe(false);
  now = 6_000;
  expect([others.note([{ agent: 'coder-1', what: 't2' }]), others.nextMs()]).toEqual([false, 1_000]);
});
