import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { now } from '../../../test/team/boards.ts';
import { placeControl } from '../control-files.ts';
import { stoppedSince } from './control-times.ts';

test('a checkpoint says since when and why, as far as its file does', () => {
  const root = scratch();
  mkdirSync(join(root, '.liza'));
  expect(stoppedSince(root, undefined)).toEqual({});
  placeControl(root, 'CHECKPOINT', now, '');
  expect(stoppedSince(root, undefined)).toEqual({ checkpointSince: now });
  placeControl(root, 'CHECKPOINT', now, 'the planner asks\nwhether rates may be old');
  expect(stoppedSince(root, undefined)).toMatchObject({ checkpointWhy: 'the planner asks whether rates may be old' });
});
