import { expect, test } from 'vitest';
import { turns } from '../../../test/support/turns.ts';
import { createInTime } from './in-time.ts';

test('who waits after half of the time is over waits no longer, without a warning', async () => {
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
