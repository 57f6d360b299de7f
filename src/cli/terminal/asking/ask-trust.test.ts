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

test.each([
  ['y', true],
  [' Yes ', true],
  ['n', false],
  ['no thanks', false],
  ['', false],
])('%o is an answer', async (said, isTrusted) => {
  const { prompter, shown } = answering(said);
  expect(await askTrust([], prompter, 80)).toBe(isTrusted);
  expect(shown).toHaveLength(1);
});

test.each(['q', 'ok', 'yy', 'yes please'])('%o is asked about again: what is recorded was said plainly', async (said) => {
  const { prompter, shown } = answering(said, 'y');
  expect(await askTrust([], prompter, 80)).toBe(true);
  expect(shown[1]).toBe(`"${said}" is neither y nor n. Nothing has been recorded yet.`);
});

test('a person who leaves has not answered', async () => {
  expect(await askTrust([], answering('q').prompter, 80)).toBeUndefined();
});
