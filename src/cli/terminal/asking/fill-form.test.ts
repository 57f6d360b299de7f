import { describe, expect, test } from 'vitest';
import type { Filled, FormField } from '../../../contracts/questions/form.ts';
import { fillForm } from './fill-form.ts';

/** Gives these answers one after another, and keeps the questions. */
function person(answers: readonly (string | undefined)[]) {
  const left = [...answers];
  const asked: string[] = [];
  const prompter = {
    async ask(lines: readonly string[], question: string) {
      asked.push([...lines, question].join('|'));
      return left.shift();
    },
    editLine: async () => undefined,
  };
  return { asked, prompter };
}

const field = (more: Partial<FormField>): FormField => ({ name: 'it', label: 'What', kind: 'text', required: true, ...more });

describe('a field', () => {
  test.each<[Partial<FormField>, readonly string[], Filled, readonly string[]]>([
    [{}, [' Ada '], { it: 'Ada' }, ['What: ']],
    [{}, ['', 'Ada'], { it: 'Ada' }, ['What: ', '"" is not the text that is asked for.|What: ']],
    [{ required: false }, [''], {}, ['What (Enter skips it): ']],
    [{ default: 'Bob' }, [''], { it: 'Bob' }, ['What (Enter takes Bob): ']],
    [{ kind: 'number' }, ['x', '1.5'], { it: 1.5 }, ['What: ', '"x" is not a number.|What: ']],
    [{ kind: 'integer' }, ['1.5', '2'], { it: 2 }, ['What: ', '"1.5" is not a whole number.|What: ']],
    [{ kind: 'switch' }, ['maybe', 'no'], { it: false }, ['What (y or n): ', '"maybe" is not y or n.|What (y or n): ']],
    [{ kind: 'choice', options: ['s', 'l'] }, ['2'], { it: 'l' }, ['  1 s|  2 l|What: ']],
    [
      { kind: 'choice', options: ['s', 'l'] },
      ['3', 's'],
      { it: 's' },
      ['  1 s|  2 l|What: ', '"3" is not one of the choices; type its number.|What: '],
    ],
    [{ kind: 'choice', options: ['2', '1'] }, ['1'], { it: '2' }, ['  1 2|  2 1|What: ']],
    [{ kind: 'choice', options: ['2024', '2025'] }, ['2025'], { it: '2025' }, ['  1 2024|  2 2025|What: ']],
    [
      { kind: 'choice', options: ['s', 'l'], titles: ['Small', 'l'], default: 's' },
      ['Small'],
      { it: 's' },
      ['  1 Small (s)|  2 l|What (Enter takes Small): '],
    ],
  ])('%j is filled in with %j', async (more, answers, filled, questions) => {
    const { asked, prompter } = person(answers);
    expect(await fillForm([field(more)], prompter)).toEqual(filled);
    expect(asked).toEqual(questions);
  });
});

test('a form that is left before its end is not filled in', async () => {
  expect(await fillForm([field({}), field({ name: 'other' })], person(['Ada', undefined]).prompter)).toBeUndefined();
});
