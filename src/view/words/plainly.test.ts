import { expect, test } from 'vitest';
import { builtIn } from '../../roles/judging/built-in.ts';
import { plainly } from './plainly.ts';

test.each([
  ['[LAW1] you said no to rm -r old (it deletes)', 'you said no to rm -r old (it deletes)'],
  ['call 1.1.1/R3/2.1 does not show notes.txt', 'that call does not show notes.txt'],
  ['it wrote /home/ada/notes.txt', 'it wrote notes.txt'],
  [`still open: ${builtIn.criterion}`, 'still open: the answer is what you asked for, and every fact in it is backed up'],
  ['the person has said more since', 'the person has said more since'],
])('%s', (text, plain) => {
  expect(plainly(text, '/home/ada')).toBe(plain);
});
