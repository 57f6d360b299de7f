import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import { createPicture } from '../../view/picture/picture.ts';
import { type Line, textOf } from '../../view/style/line.ts';
import { watchTask } from './watch-task.ts';

test.each([
  ['says how to stop it', 80, true],
  ['leaves that out where it would not fit', 30, false],
])('what is under way %s', async (_, width, isSaid) => {
  const picture = createPicture();
  for (const entry of goldenEntries('first-task').slice(0, 4)) picture.see(entry);
  const drawn: (readonly Line[])[] = [];
  const live = { draw: (lines: readonly Line[]) => void drawn.push(lines), clear() {} };
  using watch = watchTask(picture, { live, width, height: 24 });
  watch?.changed();
  await expect.poll(() => drawn.length).toBeGreaterThan(0);
  expect(drawn[0]?.length).toBeGreaterThan(0);
  expect(drawn[0]?.some((each) => textOf(each).includes('Ctrl+C stops it'))).toBe(isSaid);
});
