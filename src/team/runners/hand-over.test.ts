import { expect, test } from 'vitest';
import { watchContext } from './hand-over.ts';

test.each<[string, readonly (number | undefined)[], boolean]>([
  ['nine tenths are used', [10, undefined, 90], true],
  ['less is used', [10, 89], false],
  ['it was read as more, and is less now', [10, 91, 30], true],
  ['most of it was used from the start, so that a fresh one would not help', [70, 95], false],
  ['nothing is known', [undefined], false],
])('a context is full where %s', (_, percents, isFull) => {
  let times = 0;
  const context = watchContext(() => {
    times += 1;
  });
  for (const percent of percents) context.note(percent);
  context.note(percents.at(-1));
  expect([context.isFull(), times]).toEqual([isFull, isFull ? 1 : 0]);
});
