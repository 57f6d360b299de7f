import { expect, test } from 'vitest';
import type { Prompter } from '../prompter.ts';
import { askTrust } from './ask-trust.ts';

/** Gives these answers in order, and keeps what was shown before each question. */
function answering(...answers: readonly string[]) {
  const shown: string[] = [];
  const left = [...answers];
  const ask: Prompter['ask'] = async (lines) => {
    shown.push(lines.join('\n'));
    return left.shift();
  };
  return { prompter: { ask, editLine: async () => undefined }, shown };
}

test('a plain yes is trust, a no is not, and a person who leaves has said neither', async () => {
  expect(await askTrust([], answering('y').prompter, 80)).toBe(true);
  expect(await askTrust([], answering('no thanks').prompter, 80)).toBe(false);
  expect(await askTrust([], answering().prompter, 80)).toBeUndefined();
});
