import { expect, test } from 'vitest';
import { newTaskId } from '../ids.ts';
import { calledLike, shortId } from './short-ids.ts';

test('an id that artoo made is told by its last eight characters, any other whole', () => {
  const id = newTaskId(new Date());
  expect(shortId(id)).toBe(id.slice(-8));
  for (const own of ['my-own', '', '20260101-000000000-0000000', `${id}x`, 'x'.repeat(64)]) expect(shortId(own)).toBe(own);
});

const ids = ['20260203-000000000-abcdefgh', '20260202-000000000-abcd1234', 'abcdefgh', 'x'];

test.each([
  ['20260203-000000000-abcdefgh', ['20260203-000000000-abcdefgh']],
  ['abcdefgh', ['abcdefgh']],
  ['abcd1234', ['20260202-000000000-abcd1234']],
  ['1234', ['20260202-000000000-abcd1234']],
  ['234', []],
  ['202602', ['20260203-000000000-abcdefgh', '20260202-000000000-abcd1234']],
  ['bcdefgh', ['20260203-000000000-abcdefgh', 'abcdefgh']],
  ['ABCD1234', []],
])('"%s" may mean %j', (wanted, meant) => {
  expect(calledLike(ids, wanted, (id) => id)).toEqual(meant);
});
