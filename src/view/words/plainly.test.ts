import { expect, test } from 'vitest';
import { builtIn } from '../../roles/judging/built-in.ts';
import { plainly } from './plainly.ts';

test.each([
  ['call 1.1.1/R3/2.1 shows it', 'the call at entry 20 shows it'],
  ['1.1.1/R3/2.1 1.1.1/R3/3.1', 'the calls at entries 20 and 24'],
  ['1.1.1/R3/2.1 and 1.1.1/R3/9.1', 'those calls'],
])('where entries have numbers, a call is shown by its own: %s', (text, plain) => {
  const entries = new Map([
    ['1.1.1/R3/2.1', 20],
    ['1.1.1/R3/3.1', 24],
  ]);
  expect(plainly(text, '', (key) => entries.get(key))).toBe(plain);
});

test.each([
  ['[LAW1] you said no to rm -r old (it deletes)', 'you said no to rm -r old (it deletes)'],
  ['call 1.1.1/R3/2.1 does not show notes.txt', 'that call does not show notes.txt'],
  ['1.1.1/R3/2.1', 'that call'],
  ['the call 1.1.1/R3/2.1 shows it', 'that call shows it'],
  ['call 1.1.1/R3/2.1 call 1.1.1/R3/2.1 shows it', 'that call shows it'],
  ['calls 1.1.1/R3/2.1, 1.1.2/R3/2.1 and 1.1.3/R3/1.2 show it', 'those calls show it'],
  ['1.1.1/R3/2.1; 1.1.1/R3/3.1', 'those calls'],
  ['a was changed by 1.1.1/R3/2.1; 1.1.1/R3/3.1 shows no 1', 'a was changed by that call; that call shows no 1'],
  ['version 1.1.1/R3 of it', 'version 1.1.1/R3 of it'],
  ['it wrote /home/ada/notes.txt', 'it wrote notes.txt'],
  [`still open: ${builtIn.criterion}`, 'still open: the answer is what you asked for, and every fact in it is backed up'],
  ['nothing in the output matches "(?s)A.*"B""; it stays so', 'nothing in the output shows that; it stays so'],
  ['nothing in the output matches "\\AEmma"', 'nothing in the output shows that'],
  ['/home/ada/a.txt has nothing that matches "^x{2}$"', 'a.txt has nothing that shows that'],
  [
    '- notes.txt exists: the executor claims to be done, but no tool call succeeded',
    '- notes.txt exists: it says that it is done, but nothing that it ran succeeded',
  ],
  ['the person has said more since', 'the person has said more since'],
])('%s', (text, plain) => {
  expect(plainly(text, '/home/ada')).toBe(plain);
});
