import { expect, test } from 'vitest';
import { ArtooError } from '../../../contracts/errors.ts';
import { errorInOneSentence, errorText } from './error-text.ts';

test('an error is said in whole sentences, and nothing in it is for a command line only', () => {
  const gone = new ArtooError('usage', 'start: cwd must be a folder that exists; there is no /x (ENOENT)');
  expect(errorInOneSentence(gone)).toBe('There is no /x (ENOENT).');
  expect(errorText({ code: 'journal_missing', message: 'there is no task x', hint: '`artoo log` lists them.' })).toEqual({
    what: 'There is no task x',
    todo: '“artoo log” lists them.',
  });
});
