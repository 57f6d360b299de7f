import { expect, test } from 'vitest';
import { ArtooError } from '../../../contracts/errors.ts';
import { readText } from './read-text.ts';

/** What is reported about the text: the place, and whether the explanation is ours or the parser's. */
function refusalOf(text: string): { readonly place: string; readonly why: string; readonly parser: string } {
  try {
    readText(text);
  } catch (error) {
    if (!(error instanceof ArtooError) || error.code !== 'board_invalid') throw error;
    const [, place = '', why = ''] = /^(line \d+, column \d+ \(.*?\)): (.*)$/.exec(error.message) ?? [];
    return { place, why, parser: error.cause instanceof Error ? error.cause.message : '' };
  }
  throw new Error('it was read');
}

test.each([
  ['a tab', 'tasks:\n\t- id: x', 'line 2, column 1 (- id: x)'],
  ['a key that is there twice', 'a: 1\nb: 2\na: 3', 'line 3, column 1 (a: 3)'],
  ['a key without a colon', 'goal:\n  id x\n  spec: y', 'line 2, column 3 (id x)'],
  ['a colon within a value', 'goal:\n  text: greet: by name', 'line 2, column 9 (text: greet: by name)'],
  ['a quote that is not closed', 'a: "b', 'line 1, column 6 (a: "b)'],
  ['a bracket that is not closed', 'tasks: [\nagents: {}\nb: 1', 'line 2, column 1 (agents: {})'],
  ['a field of an item in the wrong column', 'tasks:\n  - id: a\n   status: b', 'line 3, column 1 (status: b)'],
  ['a value that begins with a reserved character', 'a: @b', 'line 1, column 4 (a: @b)'],
  ['a backslash in double quotes', 'a: "\\d"', 'line 1, column 5 (a: "\\d")'],
  ['a second document', 'a: 1\n---\nb: 2', 'line 2, column 1 (---)'],
  ['marks of a merge', '<<<<<<< HEAD\na: 1\n=======\na: 2', 'line 1, column 1 (<<<<<<< HEAD)'],
  ['an alias of nothing', 'a: 1\nb: *none', 'line 2, column 4 (b: *none)'],
])('%s is named with its line, and not in the words of the parser', (_, text, place) => {
  const refusal = refusalOf(text);
  expect(refusal.place).toBe(place);
  expect(refusal.why).not.toBe('');
  expect(refusal.why).not.toContain(refusal.parser);
});

test('aliases are counted where each leads to a value', () => {
  const bomb = `a: &a [${Array.from({ length: 20 }, () => '1').join(', ')}]\nb: &b [${Array.from({ length: 20 }, () => '*a').join(', ')}]\nc: [${Array.from({ length: 20 }, () => '*b').join(', ')}]`;
  expect(() => readText(bomb)).toThrow(expect.objectContaining({ code: 'board_invalid', message: expect.stringContaining('100 aliases') }));
});
