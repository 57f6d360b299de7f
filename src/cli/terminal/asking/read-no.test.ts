import { expect, test } from 'vitest';
import { readNo } from './read-no.ts';

test.each([
  'n',
  'no',
  ' NO ',
  'no.',
  'no!',
  'No!!',
  'nope',
  'Nope.',
  'no no',
  'no thanks',
  'No, thanks.',
  'n thank you!',
  'no, thank you',
  'no way',
  'nope, no!',
  'no later',
])('%j is a no alone', (answer) => {
  expect(readNo(answer)).toEqual({ instead: undefined });
});

test.each([
  ['n put it into a branch', 'put it into a branch'],
  ['no, put it into a branch', 'put it into a branch'],
  ['No: put it into a branch', 'put it into a branch'],
  ['no thanks, put it into a branch', 'put it into a branch'],
  ['no way! put it into a branch', 'put it into a branch'],
  ['no way out of it: ask Ada', 'way out of it: ask Ada'],
  ['no thanks to Ada in the file', 'thanks to Ada in the file'],
  ['no, use\ntabs', 'use\ntabs'],
])('%j says what to do instead', (answer, instead) => {
  expect(readNo(answer)).toEqual({ instead });
});

test.each(['', 'y', 'yes', 'not now', 'now', 'nothing of it', 'no-one said so', 'none'])('%j does not begin with a no', (answer) => {
  expect(readNo(answer)).toBeUndefined();
});
