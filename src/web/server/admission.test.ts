import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

test('a token is good for ten minutes', () => {
  let now = 0;
  const admission = createAdmission(() => now);
  const late = admission.newToken();
  now += 10 * 60_000 + 1;
  expect(admission.enter(late)).toBeUndefined();
  const early = admission.newToken();
  now += 10 * 60_000 - 1;
  expect(admission.knows(admission.enter(early) ?? '')).toBe(true);
});

test('two servers know neither the tokens nor the secrets of each other', () => {
  const [one, other] = [createAdmission(), createAdmission()];
  const secret = one.enter(one.newToken()) ?? '';
  expect(other.knows(secret)).toBe(false);
  expect(other.enter(one.newToken())).toBeUndefined();
});
