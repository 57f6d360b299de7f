import { expect, test } from 'vitest';
import { itWasRefused, toldUnmet } from './told-unmet.ts';

test('what a refusal ended is told as not checked, and anything else as it is', () => {
  const other = { criterion: 'b', why: 'exit code 1, not 0' };
  expect(toldUnmet([{ criterion: 'a', why: itWasRefused }, other])).toEqual([
    { criterion: 'a', why: 'not checked: its part of the task ended with the refusal', unchecked: true },
    other,
  ]);
});
