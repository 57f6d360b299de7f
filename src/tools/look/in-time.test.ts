import { expect, test } from 'vitest';
import { turns } from '../../../test/support/turns.ts';
import { createInTime } from './in-time.ts';

test('a late answer is reported as late, and a failure is not', async () => {
  using inTime = createInTime(1, new AbortController().signal);
  await inTime.take('one', Promise.reject(new Error('no')), null);
  expect(inTime.isLate()).toBe(false);
  await inTime.take('two', new Promise(() => {}), null);
  expect([inTime.isLate(), inTime.leftOut]).toEqual([true, ['one: no', 'two: not seen within 1 ms']]);
});

test('the time in which this process was too busy to read answers does not count', async () => {
  using inTime = createInTime(200, new AbortController().signal);
  const answer = turns(3).then(() => 'read');
  const until = performance.now() + 250; // this test needs real time
  while (performance.now() < until);
  expect(await inTime.take('a file', answer, 'not read')).toBe('read');
});

test('a caller that still waits after half of the time is answered without a warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  using inTime = createInTime(20, new AbortController().signal);
  while (!inTime.isAlmostLate()) await turns(1);
  await inTime.whileEarly(new Promise(() => {}));
  await turns(2);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
