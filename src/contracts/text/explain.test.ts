import { expect, test } from 'vitest';
import { z } from 'zod';
import { explain } from './explain.ts';

const Edit = z.strictObject({ path: z.string(), old: z.string(), parts: z.array(z.object({ at: z.number() })).optional() });

test.each([
  ['what is missing', { path: 'a' }, 'old is missing'],
  ['what is missing further down', { path: 'a', old: '', parts: [{ at: 1 }, {}] }, 'parts.1.at is missing'],
  ['what is there and wrong', { path: 'a', old: 7 }, 'old: Invalid input: expected string, received number'],
  ['what is too much', { path: 'a', old: '', more: 1 }, 'Unrecognized key: "more"'],
  ['what is nothing at all', null, 'Invalid input: expected object, received null'],
])('says %s, on one line', (_, input, expected) => {
  const { error } = Edit.safeParse(input);
  expect(error && explain(error, input)).toBe(expected);
});
