import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { nearest, suggestion } from './nearest.ts';

const keys = [
  'brain',
  'tool',
  'roles',
  'budget',
  'max_tokens',
  'max_cost',
  'max_output_tokens',
  'workspace',
  'plan',
  'strict',
  'R4a',
  'R4b',
];

describe('the nearest word', () => {
  test.each([
    ['a letter is missing', 'bran', 'brain'],
    ['a letter is too many', 'budgget', 'budget'],
    ['a letter is wrong', 'stric7', 'strict'],
    ['two letters are swapped', 'paln', 'plan'],
    ['a long word has several slips', 'max_ouptut_token', 'max_output_tokens'],
    ['it is joined in another way', 'maxTokens', 'max_tokens'],
    ['it is joined as flags are', 'max-cost', 'max_cost'],
    ['the case differs', 'r4B', 'R4b'],
    ['it is the word itself', 'tool', 'tool'],
    ['several are near: the nearest', 'max_token', 'max_tokens'],
  ])('is found where %s', (_, word, expected) => {
    expect(nearest(word, keys)).toBe(expected);
  });

  test.each([['temperature'], [''], ['x'], ['__proto__'], ['ü'], ['brainbrainbrain'], ['x'.repeat(1_000_000)]])(
    'is nothing for row %#',
    (word) => {
      expect(nearest(word, keys)).toBeUndefined();
    },
  );

  test('is nothing where there are no words', () => {
    expect(nearest('brain', [])).toBeUndefined();
  });

  test('is the word with any one slip in it', () => {
    const slipped = fc
      .constantFrom('workspace', 'budget', 'strict')
      .chain((word) => fc.nat({ max: word.length - 1 }).map((at) => ({ word, typed: word.slice(0, at) + word.slice(at + 1) })));
    fc.assert(fc.property(slipped, ({ word, typed }) => void expect(nearest(typed, keys)).toBe(word)));
  });

  test('is nothing or one of the candidates, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        (word) => void expect([undefined, ...keys]).toContain(nearest(word, keys)),
      ),
    );
  });
});

test.each([
  ['fils', ['files', 'notes'], 'did you mean files?'],
  ['other', ['files'], 'there is only files'],
  ['other', ['files', 'notes'], 'there are files, notes'],
])('for "%s", of %j, it is said: %s', (word, known, said) => {
  expect(suggestion(word, known)).toBe(said);
});
