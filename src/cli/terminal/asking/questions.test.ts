import { describe, expect, test } from 'vitest';
import { planText, readPlanText } from '../../../app/plan-text.ts';
import type { SubTaskId } from '../../../contracts/ids.ts';
import type { PayloadOf } from '../../../contracts/messages.ts';
import { type AboutOf, questionsFor } from './questions.ts';

const request: PayloadOf<'ConfirmRequest'> = {
  subtask_id: 't-1-1' as SubTaskId,
  tool: 'shell',
  action: 'rm -r old',
  cwd: '/home/ada',
  effects: [{ path: '/home/ada/old', change: 'deleted' }],
  more: 0,
  network: false,
  reason: 'it deletes',
  hash: 'h',
  caution: false,
  rule: null,
};
const plan: PayloadOf<'PlanReview'> = {
  round: 1,
  task_criteria: [{ criterion: 'a.txt exists', mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path: 'a.txt' } }],
  subtasks: [
    {
      intent: 'Write a.txt',
      success_criteria: [{ criterion: 'it says a', mode: 'plausible', weight: 1 }],
      context: '',
      tools: ['write_file'],
      sequence: 1,
      deadline: null,
    },
  ],
  amended: [],
  reasons: [],
};

/** Gives these answers one after another, and keeps the notes. */
function person(answers: readonly (string | undefined)[], edits: readonly (string | undefined)[] = [], aboutOf?: AboutOf) {
  const noted: string[] = [];
  const drafts: (string | undefined)[] = [];
  const left = [...answers];
  const texts = [...edits];
  const questions = questionsFor(
    {
      prompter: {
        async ask(lines) {
          noted.push(...lines);
          return left.shift();
        },
        editLine: async () => undefined,
      },
      screen: () => ({ width: undefined, height: undefined }),
      editCommand: async () => undefined,
      inspect: async () => '',
      remember: async () => ({ ok: true, added: true }),
      ruleFile: '/data/config.yaml',
      note: (line) => void noted.push(line),
      async edit(_, draft) {
        drafts.push(draft);
        const text = texts.shift();
        if (text === undefined) return undefined;
        const read = readPlanText(text);
        if (!read.ok) return { draft: text, wrong: read.error };
        return Object.keys(read.value).length === 0 ? { draft: text } : { draft: text, edited: read.value };
      },
    },
    aboutOf,
  );
  return { ...questions, noted, drafts };
}

describe('only a plain yes allows an action:', () => {
  test.each([
    ['y', true],
    ['yes', true],
    [' YES ', true],
    ['', false],
    ['n', false],
    ['yes please, all of them', false],
    ['ye', false],
    ['y\u0000', false],
    ['да', false],
    [undefined, false],
  ])('%j: %s', async (answer, allowed) => {
    expect(await person([answer]).confirm?.(request)).toMatchObject({ allowed });
  });
});

test('a question is answered with what is typed; nothing means: continue', async () => {
  expect(await person(['blue']).clarify?.({ question: 'Which\none?' })).toBe('blue');
  expect(await person([undefined]).clarify?.({ question: 'Which?' })).toBe('');
});

describe('w says what a question is for and what follows from each answer, and it is asked again:', () => {
  const about = { goal: 'Paint the fence.', step: { index: 2, of: 3, intent: 'Buy paint' } };
  const call = { subtask_id: 't-1-1' as SubTaskId, tool: 'pay', action: 'pay 5', cwd: '/home/ada' };

  test('a question of the model, and a second w answers it', async () => {
    const { noted, clarify } = person(['w', 'blue'], [], () => about);
    expect(await clarify?.({ question: 'Which colour?' })).toBe('blue');
    expect(noted.join('\n')).toMatch(/w: why this is asked.*Your goal: Paint the fence\..*Nothing has been done yet\./s);
    expect(await person(['w', 'w']).clarify?.({ question: 'Which key moves up?' })).toBe('w');
    expect(await person(['w', undefined]).clarify?.({ question: 'Which colour?' })).toBe('');
  });

  test.each(['w', 'Why'])('a plan: %s', async (word) => {
    const { noted, review } = person([word, 'y'], [], () => about);
    expect(await review?.(plan)).toEqual({ approved: true });
    expect(noted.join('\n')).toMatch(/w why.*Your goal: Paint the fence\..*--plan.*Nothing has been done yet\..*a plain no ends the task/s);
  });

  test.each([
    [{ round: 2 }, 'what it did is kept'],
    [{ round: 2, declined: { task_criteria: [], subtasks: [] } }, 'None of it has been done yet.'],
    [{ reasons: ['no steps'] }, 'as it was edited'],
  ])('a later plan: %j', async (change, says) => {
    const { noted, review } = person(['w', 'n', '']);
    await review?.({ ...plan, ...change });
    expect(noted.join('\n')).toContain(says);
  });

  test('a call that was cut off', async () => {
    const { noted, interrupted } = person(['w', 'd'], [], () => about);
    expect(await interrupted?.(call)).toBe('done');
    expect(noted.join('\n')).toMatch(/w why.*It is for step 2 of 3: Buy paint.*this call of pay took effect/s);
  });
});

describe('a plan', () => {
  test.each([
    ['y', { approved: true }],
    [undefined, { approved: false, unanswered: true }],
    ['n put it into b.txt', { approved: false, instead: 'put it into b.txt' }],
    ['No, leave a.txt alone', { approved: false, instead: 'leave a.txt alone' }],
  ])('is answered with %j', async (answer, reply) => {
    expect(await person([answer]).review?.(plan)).toEqual(reply);
  });

  test.each([
    ['n', '', { approved: false }],
    ['no thanks', '', { approved: false }],
    ['n', ' put it into b.txt ', { approved: false, instead: 'put it into b.txt' }],
  ])('is answered with %j, and then %j', async (no, instead, reply) => {
    const { review, noted } = person([no, instead]);
    expect(await review?.(plan)).toEqual(reply);
    expect(noted.at(-1)).toContain('What should it do instead?');
  });

  test('is asked about again when the person goes back from what to do instead', async () => {
    const { review, noted } = person(['n', undefined, 'y']);
    expect(await review?.(plan)).toEqual({ approved: true });
    expect(noted).toContain('You have said neither yes nor no yet.');
  });

  test('is asked about again after a sentence that does not begin with a no', async () => {
    const { review, noted } = person(['put it into b.txt', 'y']);
    expect(await review?.(plan)).toEqual({ approved: true });
    expect(noted.join('\n')).toContain('n followed by a sentence says no, and what to do instead.');
  });

  test('is asked about again after an answer that is none, an editor that failed and a text that cannot be read', async () => {
    const { review, noted, drafts } = person(['what?', 'e', 'edit', 'e', 'n', ''], [undefined, 'subtasks: [', undefined]);
    expect(await review?.(plan)).toEqual({ approved: false });
    expect(noted.join('\n')).toContain('That plan cannot be read');
    expect(noted.join('\n')).toContain('The editor did not start');
    expect(drafts).toEqual([undefined, undefined, 'subtasks: [']); // what the person wrote is not lost
  });

  test('can be edited', async () => {
    const text = planText(plan).replace('Write a.txt', 'Write a.txt slowly');
    const { task_criteria, subtasks } = plan;
    const { review } = person(['e', 'y'], [text]);
    expect(await review?.(plan)).toEqual({
      approved: true,
      task_criteria,
      subtasks: [{ ...subtasks[0], intent: 'Write a.txt slowly' }],
    });
  });

  test('that is emptied stays as it was, and is asked about again', async () => {
    const { review, noted } = person(['e', 'n', ''], ['# nothing left\n']);
    expect(await review?.(plan)).toEqual({ approved: false });
    expect(noted).toContain('The plan is unchanged.');
  });

  test('that was edited is shown before it is carried out', async () => {
    const text = planText(plan).replace('Write a.txt', 'Write a.txt slowly');
    const { review, noted } = person(['e', 'n', ''], [text]);
    expect(await review?.(plan)).toEqual({ approved: false });
    expect(noted).toContain('  1. Write a.txt slowly (with write_file)');
  });

  test('that cannot be carried out is not taken with a yes', async () => {
    const { review, noted } = person(['y', 'n', '']);
    expect(await review?.({ ...plan, reasons: ['no tool'] })).toEqual({ approved: false });
    expect(noted).toContain('! no tool');
    expect(noted).toContain('It cannot be carried out as it is: edit it, or say no.');
  });
});

test('the same action with other effects after a yes says that it is not the same; a first question does not', async () => {
  const { confirm, noted } = person(['y', 'y', 'y']);
  const changed = 'what it would do has changed';
  for (const hash of ['h', 'other']) await confirm?.({ ...request, hash });
  expect(noted.filter((line) => line.includes(changed))).toHaveLength(1);
  await confirm?.({ ...request, action: 'rm b', hash: 'third' });
  expect(noted.filter((line) => line.includes(changed))).toHaveLength(1);
});
