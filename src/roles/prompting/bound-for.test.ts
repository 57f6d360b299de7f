import { expect, test } from 'vitest';
import { boundFor } from './bound-for.ts';

test.each([
  [undefined, 200_000],
  [4_096, 12_000],
  [32_768, 61_440],
  [131_072, 356_352],
  [1_000_000, 600_000],
])('a context of %s tokens takes %s characters', (tokens, characters) => {
  expect(boundFor(tokens)).toBe(characters);
});
