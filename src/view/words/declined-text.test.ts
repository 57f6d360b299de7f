import { expect, test } from 'vitest';
import { declinedTexts, mentionTexts, unsupportedBeside } from './declined-text.ts';

const rm = { action: 'rm logs/old.log', mentioned: ['/p/logs/old.log'] };
const mv = { ...rm, edited: 'mv logs/old.log kept' };

test('a no and an edited line are distinguished', () => {
  expect(declinedTexts({ summary: 'Done.', declined: [rm, mv] })).toEqual({
    refused: ['rm logs/old.log – you said no'],
    edited: ['rm logs/old.log to mv logs/old.log kept'],
  });
  expect(declinedTexts({ summary: 'Done.' })).toEqual({ refused: [], edited: [] });
});

test('a no that the summary reports is not repeated; naming the action is not enough', () => {
  const { refused } = declinedTexts({ summary: 'you said no to rm logs/old.log (it would delete 1 file)', declined: [rm] });
  expect(refused).toEqual([]);
  expect(declinedTexts({ summary: 'rm logs/old.log was run', declined: [rm] }).refused).toHaveLength(1);
});

test.each([
  ['kept', [], ['The answer mentions /p/logs/old.log, which you kept as it was.']],
  ['changed otherwise', [{ path: '/p/logs/old.log' }], ['The answer mentions /p/logs/old.log, for which you wanted something else.']],
  [
    'moved',
    [{ path: '/p/kept', moved_from: '/p/logs/old.log' }],
    ['The answer mentions /p/logs/old.log, for which you wanted something else.'],
  ],
])('what the answer mentions was %s', (_, changed, expected) => {
  expect(mentionTexts({ declined: [rm, mv], changed })).toEqual(expected);
});

test('many paths are counted', () => {
  const mentioned = Array.from({ length: 12 }, (_, at) => `/p/${at}.log`);
  expect(mentionTexts({ declined: [{ action: 'rm -r .', mentioned }], changed: [] })).toEqual([
    'The answer mentions /p/0.log, /p/1.log, /p/2.log, /p/3.log, /p/4.log, /p/5.log, /p/6.log, /p/7.log, /p/8.log, /p/9.log, and 2 more paths, which you kept as they were.',
  ]);
});

test('a path that is told as mentioned is not told as unsupported, too', () => {
  const ungrounded = ['logs/old.log', './logs/old.log', '/p/logs/old.log', 'old.log', '42', 'd.log'];
  expect(unsupportedBeside({ ungrounded, declined: [rm] })).toEqual(['42', 'd.log']);
});
