import { expect, test } from 'vitest';
import { newTaskId } from '../contracts/ids.ts';
import { shortId } from './short-id.ts';

test('an id that artoo made is shown by its last eight characters, another as it is', () => {
  const id = newTaskId(new Date());
  expect(shortId(id)).toBe(id.slice(-8));
  expect(shortId('my-own-task')).toBe('my-own-task');
});
