import { expect, test } from 'vitest';
import { actionFor, keys } from './keys.ts';

test('no key does two things', () => {
  const all = keys.flatMap((group) => group.keys.map(({ key }) => key));
  expect(new Set(all).size).toBe(all.length);
  expect(actionFor('?')).toEqual({ show: 'keys' });
  expect(actionFor('q')).toBeUndefined();
});
