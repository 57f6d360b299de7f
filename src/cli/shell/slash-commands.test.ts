import { expect, test } from 'vitest';
import { readSlash, wordsIn } from './slash-commands.ts';

test.each([
  ['/help', { name: 'help', rest: '' }],
  ['  /Log last ', { name: 'log', rest: 'last' }],
  ['/remember use tabs,\nalways', { name: 'remember', rest: 'use tabs,\nalways' }],
  ['/nothing at all', { unknown: 'nothing', rest: 'at all' }],
  ['/', { unknown: '', rest: '' }],
  ['artoo undo k1iq317o', { name: 'undo', rest: 'k1iq317o' }],
  ['artoo resume --drop k1iq317o', { outside: 'resume', rest: '--drop k1iq317o' }],
  ['artoo setup', { name: 'setup', rest: '' }],
  ['artoo new', undefined],
  ['artoo doctor --json', { outside: 'doctor', rest: '--json' }],
  ['artoo help', undefined],
  ['artoo is a name', undefined],
  ['/etc/hosts says what?', undefined],
  ['what is /help', undefined],
])('%j', (text, expected) => {
  expect(readSlash(text)).toEqual(expected);
});

test('quotes keep words together', () => {
  expect(wordsIn(`show "two words" 'and three more' plain`)).toEqual(['show', 'two words', 'and three more', 'plain']);
});
