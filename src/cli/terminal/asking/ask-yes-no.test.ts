import { expect, test } from 'vitest';
import type { Prompter } from '../prompter.ts';
import { askYesNo } from './ask-yes-no.ts';

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

const asked = { lines: ['first'], question: 'Sure?', unchanged: 'Nothing has been recorded yet.', width: 80 };

test.each([
  ['y', true],
  [' Yes ', true],
  ['n', false],
  ['no thanks', false],
  ['', false],
])('%o is an answer', async (said, isYes) => {
  const { prompter, shown } = answering(said);
  expect(await askYesNo(prompter, asked)).toBe(isYes);
  expect(shown).toHaveLength(1);
});

test.each(['q', 'ok', 'yy', 'yes please'])('%o is asked about again: only a plain yes is one', async (said) => {
  const { prompter, shown } = answering(said, 'y');
  expect(await askYesNo(prompter, asked)).toBe(true);
  expect(shown[1]).toBe(`"${said}" is neither y nor n. Nothing has been recorded yet.`);
});

test('a person who leaves has not answered', async () => {
  expect(await askYesNo(answering('q').prompter, asked)).toBeUndefined();
});

test('s shows all of it, page by page, and asks again', async () => {
  const { prompter, shown } = answering('s', '', 'y');
  expect(await askYesNo(prompter, { ...asked, pages: [['1'], ['2']] })).toBe(true);
  expect(shown).toEqual(['first', '1', '2']);
});
