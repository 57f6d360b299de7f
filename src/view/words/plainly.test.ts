import { expect, test } from 'vitest';
import { plainly } from './plainly.ts';

test.each([
  ['[LAW1] you said no to rm -r old (it deletes)', 'you said no to rm -r old (it deletes)'],
  [
    'the judge says it passes, but call 1.1.1/R3/2.1 only shows notes.txt, which this task wrote itself (1.1.1/R3/1.1), and the criterion does not name it',
    'the judge says it passes, but it looked only at notes.txt, which this task wrote itself',
  ],
  [
    'the quote "Hello" stands in no output, no file and nothing that the person gave',
    'the quote "Hello" was not found in anything that was read or run, nor in what you gave',
  ],
  ['Look into "Clean up": Clean up: it failed.', 'Look into "Clean up": it failed.'],
  [
    'the model answered twice in a form that cannot be read: subtasks.0.check.kind: Invalid discriminator value',
    'the model answered twice in a form that cannot be read',
  ],
  [
    'no plan was found that could be carried out; the last one was turned down: this very plan has failed before in this task',
    'no workable plan was found; the last one was rejected: the same plan has already failed in this task',
  ],
])('%s', (text, plain) => {
  expect(plainly(text, '/home/ada')).toBe(plain);
});
