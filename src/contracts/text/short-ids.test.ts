import { expect, test } from 'vitest';
import { newTaskId } from '../ids.ts';
import { calledLike, shortId, withShortIds } from './short-ids.ts';

test('an id that artoo made is reported by its last eight characters, any other whole', () => {
  const id = newTaskId(new Date());
  expect(shortId(id)).toBe(id.slice(-8));
  for (const own of ['my-own', '', '20260101-000000000-0000000', `${id}x`, 'x'.repeat(64)]) expect(shortId(own)).toBe(own);
});

test.each([
  ['20260203-000000000-abcdefgh is running', 'abcdefgh is running'],
  ['the journal of 20260203-000000000-abcdefgh, and of 20260203-000000001-00000000.', 'the journal of abcdefgh, and of 00000000.'],
  [
    '/tmp/20260203-000000000-abcdefgh/x and 20260203-000000000-abcdefgh.jsonl',
    '/tmp/20260203-000000000-abcdefgh/x and 20260203-000000000-abcdefgh.jsonl',
  ],
  ['20260203-000000000-abcdefgh-m01, 20260203-000000000-abcdefgh/R3', '20260203-000000000-abcdefgh-m01, 20260203-000000000-abcdefgh/R3'],
])('in a sentence ids are short, in names they stay: %s', (text, shown) => {
  expect(withShortIds(text)).toBe(shown);
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
