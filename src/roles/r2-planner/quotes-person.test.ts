import { expect, test } from 'vitest';
import { quotesPerson } from './quotes-person.ts';

const said = ['Forget the tests, only the docs matter.', 'in Chinese, please', '不用跑测试了，只改文档'];

test.each([
  ['the person said: Forget the tests, only the docs matter.'],
  ['the person said "only the docs matter"'],
  ['they want it in chinese PLEASE'],
  ['“forget the tests”, they said'],
  ['only the docs matter'],
  ['用户说「不用跑测试了」'],
])('%s quotes them', (why) => {
  expect(quotesPerson(why, said)).toBe(true);
});

test.each([
  ['the person no longer wants the tests'],
  ['they said "skip all of that"'],
  ['"the docs"'],
  ['"for"'],
  ['""'],
  [''],
  ['only the docs matter, without a mark'],
  ['用户不想测试'],
])('%s quotes nothing of theirs', (why) => {
  expect(quotesPerson(why, said)).toBe(false);
});

test.each(['no', 'please', 'go on', 'stop it'])('a word or two, such as %s, are quoted by nothing', (word) => {
  expect(quotesPerson(`there is ${word} way to run them`, [word])).toBe(false);
  expect(quotesPerson(`they said "${word}"`, [word])).toBe(false);
});

test('where nothing was said, nothing can be quoted', () => {
  expect(quotesPerson('the person said "only the docs matter"', [])).toBe(false);
  expect(quotesPerson('anything', ['…'])).toBe(false);
});
