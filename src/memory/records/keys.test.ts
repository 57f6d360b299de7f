import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { escapePart, unescapePart } from './keys.ts';

test('parts of keys can be any text, and no key is the beginning of another', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const escaped = escapePart(text);
      expect(unescapePart(escaped)).toBe(text);
      expect(escaped).toMatch(/^[\x20-\x7b\x7d\x7e]*$/);
    }),
  );
});
