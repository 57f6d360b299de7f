import { describe, expect, test } from 'vitest';
import { turns } from '../../../test/support/turns.ts';
import { textOf } from '../../view/style/line.ts';
import { createShellPrompt } from './shell-prompt.ts';
import type { Editor } from './typing/editor.ts';

function prompts(now?: () => number) {
  const [shown, remembered]: [string[], string[]] = [[], []];
  const editor = { remember: (text) => void remembered.push(text) } as Editor; // these tests type nothing into it
  const over = new AbortController();
  const prompt = createShellPrompt({
    show: (lines) => void shown.push(...lines.map(textOf)),
    newEditor: () => editor,
    changed() {},
    inside: async () => {},
    ...(now && { now }),
  });
  return { prompt, shown, remembered, over, prompter: prompt.prompter(() => over.signal) };
}

test('the lines are shown, then the question is open until it is answered, and stays with its answer', async () => {
  const { prompt, prompter, shown } = prompts();
  const answer = prompter.ask(['what it is about'], 'Yes? ');
  await expect.poll(() => prompt.open).toBeDefined();
  expect(shown).toEqual(['what it is about']);
  prompt.open?.answer('y');
  expect(await answer).toBe('y');
  expect(prompt.open).toBeUndefined();
  expect(shown).toEqual(['what it is about', 'Yes? y']);
});

test.each([
  ['y', 1_999, true],
  [' No ', 0, true],
  ['y', 2_000, false],
  ['yes, and write a greeting', 0, false],
])('%j, %i ms after a question was closed, is a late answer: %s', async (text, ms, isLate) => {
  let time = 0;
  const { prompt, prompter } = prompts(() => time);
  expect(prompt.isLateAnswer(text)).toBe(false);
  const answer = prompter.ask([], 'Yes? ');
  await expect.poll(() => prompt.open).toBeDefined();
  prompt.open?.answer(undefined);
  await answer;
  time = ms;
  expect(prompt.isLateAnswer(text)).toBe(isLate);
});

test('one question is open at a time', async () => {
  const { prompt, prompter, shown } = prompts();
  const answers = [prompter.ask(['first'], '1? '), prompter.ask(['second'], '2? ')];
  await expect.poll(() => prompt.open).toBeDefined();
  expect(shown).toEqual(['first']);
  prompt.open?.answer('a');
  await expect.poll(() => shown).toEqual(['first', '1? a', 'second']);
  prompt.open?.answer('b');
  expect(await Promise.all(answers)).toEqual(['a', 'b']);
});

test('a sentence that answered nothing comes back with Up at the next question', async () => {
  const { prompt, prompter, remembered } = prompts();
  for (const text of ['put it into a branch', 'n']) {
    const answer = prompter.ask([], 'Yes? ');
    await expect.poll(() => prompt.open).toBeDefined();
    prompt.open?.answer(text);
    await answer;
  }
  expect(remembered).toEqual(['put it into a branch']);
});

describe('a question', () => {
  test('whose task is over has no answer', async () => {
    const { prompt, prompter, over } = prompts();
    const answer = prompter.ask([], 'Yes? ');
    await expect.poll(() => prompt.open).toBeDefined();
    over.abort();
    expect(await answer).toBeUndefined();
    expect(await prompter.ask([], 'Another? ')).toBeUndefined();
  });

  test('does not open while the person is typing', async () => {
    let now = 0;
    const { prompt, prompter } = prompts(() => now);
    prompt.typed();
    void prompter.ask([], 'Yes? ');
    await turns(3);
    expect(prompt.open).toBeUndefined();
    now = 10_000; // nothing has been typed since
    await expect.poll(() => prompt.open).toBeDefined();
    prompt.open?.answer(undefined);
  });
});

test('what follows in the same dialogue opens at once, though the answer was a key; another question waits until typing has stopped', async () => {
  let time = 0;
  const { prompt, prompter } = prompts(() => time);
  const first = prompter.ask([], 'Allow this once? ');
  await expect.poll(() => prompt.open).toBeDefined();
  const other = prompter.ask([], 'And this? '); // a question of another sub-task, asked before the answer
  time = 1_000;
  prompt.typed();
  prompt.open?.answer('n');
  await first;
  await turns(5);
  expect(prompt.open).toBeUndefined();
  time = 2_000;
  await expect.poll(() => prompt.open).toBeDefined();
  prompt.typed();
  prompt.open?.answer('n');
  await other;
  void prompter.ask([], 'What instead? ');
  await turns(5);
  expect(prompt.open).toBeDefined();
});
