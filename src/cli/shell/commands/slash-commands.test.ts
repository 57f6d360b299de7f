import { expect, test } from 'vitest';
import { isAboutArtoo, readSlash, skillNameIn, unquoted, wordsIn } from './slash-commands.ts';

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
  ["--allow 'shell(rm old.txt)'", { name: 'allow', rest: "'shell(rm old.txt)'" }],
  ['--allow=web', { name: 'allow', rest: 'web' }],
  ['--allowed is a flag of what?', undefined],
])('%j', (text, expected) => {
  expect(readSlash(text)).toEqual(expected);
});

test.each([
  'artoo setup fails with EACCES, find out why',
  'artoo demo crashes on start: fix it',
  'artoo memory grows, why?',
  'artoo memory why is it growing',
  'artoo try harder to explain closures',
  'artoo undo the rename, but keep the tests',
  'artoo log files are too large',
])('%j is a goal', async (text) => {
  expect(await isAboutArtoo(text)).toBe(true);
});

test.each([
  'artoo setup',
  'artoo demo killed',
  'artoo undo',
  'Artoo undo k1iq317o',
  'artoo log last --json',
  'artoo try -- ls -l',
  'artoo try ls',
  'artoo try ls -l',
  'artoo try git status',
  'artoo memory show build shell:npm',
  'artoo memory remember the build needs Node 24, always',
  'artoo resume --drop k1iq317o',
  'artoo doctor --jsn',
  '/undo the rename',
  '/nothing at all',
  '!ls',
])('%j is not about artoo: it is for a command', async (text) => {
  expect(await isAboutArtoo(text)).toBe(false);
});

test('quotes keep words together', () => {
  expect(wordsIn(`show "two words" 'and three more' plain`)).toEqual(['show', 'two words', 'and three more', 'plain']);
});

test.each([
  ["'shell(rm old.txt)'", 'shell(rm old.txt)'],
  ['"shell(rm old.txt)"', 'shell(rm old.txt)'],
  [`'shell(echo it'\\''s)'`, "shell(echo it's)"],
  ['shell(echo "a" "b")', 'shell(echo "a" "b")'],
  ["'", "'"],
])('the quotes of a command line are taken off: %s', (text, rule) => {
  expect(unquoted(text)).toBe(rule);
});

test.each([
  ['/pdf-2 make one', 'pdf-2'],
  ['  /pdf-2', 'pdf-2'],
  ['/log', undefined],
  ['/etc/hosts', undefined],
  ['/-x', undefined],
  ['pdf-2', undefined],
  ['artoo doctor', undefined],
])('%j names the skill %j', (text, name) => {
  expect(skillNameIn(text)).toBe(name);
});
