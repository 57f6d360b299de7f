/** What whole tasks remember: the lessons of every round once the task has really ended, and nothing from work that was cut short. */
import { describe, expect, test } from 'vitest';
import { fakeMemory } from '../support/fake-memory.ts';
import {
  answers,
  attempt,
  does,
  everyAttempt,
  folderThere,
  giveUp,
  oneRound,
  outputSays,
  perceived,
  plan,
  read,
  saying,
  subtask,
} from '../support/scripted.ts';
import { type Ended, expectHonestEnd, messagesOf, runWholeTask, type WholeTask } from '../support/whole-task.ts';

const lessonsOf = ({ entries }: Ended) =>
  messagesOf(entries, 'Megram').flatMap(({ payload: { level, state, space, entity } }) =>
    level === 'M' ? [`${state} ${space} ${entity}`] : [],
  );

/** Runs with a new memory, and compares what it was given with the log. */
async function remembered(given: WholeTask) {
  const memory = fakeMemory();
  const ended = await runWholeTask({ ...given, memory });
  expectHonestEnd(ended);
  expect(memory.handed).toEqual(messagesOf(ended.entries, 'Megram').map(({ payload }) => payload));
  return ended;
}

const looking = (intent: string, tools: readonly string[]) =>
  plan([subtask({ intent, tools, context: '', success_criteria: [outputSays('hello')] })], [folderThere]);
const globbing = { tool: 'glob', input: { pattern: '*' } };

describe('a task that was done', () => {
  test('remembers itself, the tool, and what was found', async () => {
    const ended = await remembered({ model: saying({}) });
    expect(lessonsOf(ended)).toEqual(['accept intent:known env:local', 'accept intent:known tool:write_file']);
    expect(messagesOf(ended.entries, 'Megram').map(({ payload }) => payload.content)).toEqual([
      expect.stringMatching(
        /^"Greet the world\." was done in 1 round\..* The plan that worked: Write hello\.txt \(write_file hello\.txt\)\.$/,
      ),
      'write_file hello.txt worked for "Write hello.txt".',
      expect.stringMatching(/^"Write hello\.txt": /),
    ]);
    expect(messagesOf(ended.entries, 'Megram').at(-1)?.payload).toMatchObject({
      level: 'K',
      sigma: 0,
      space: expect.stringMatching(/^folder:/),
    });
  });

  test.each([
    ['change_path', {}, read('word.txt'), ['change_path tool:read_file path:word.txt']],
    ['refine', { epsilon: 0 }, read('word.txt'), ['refine tool:read_file path:word.txt']],
    ['change_approach', { epsilon: 0 }, globbing, ['change_approach intent:known tool:glob']],
    ['break_symmetry', {}, globbing, ['break_symmetry intent:known tool:read_file']],
  ] as const)('after a %s remembers that, too', async (_, control, first, expected) => {
    const R2 = answers(looking('Look for the word', ['glob', 'read_file']), looking('Take it from the notes', ['read_file']));
    const lines = [
      ...everyAttempt('1.1', [{ calls: [first] }, { answer: 'Nothing.' }]),
      ...attempt('2.1.1', does(read('notes.txt'), 'It is hello.')),
    ];
    const ended = await remembered({ model: saying({ R2 }, lines), files: { 'notes.txt': 'The word is hello.' }, control });
    expect(lessonsOf(ended)).toEqual([...expected, 'accept intent:known env:local', 'accept intent:known tool:read_file']);
  });
});

test('a task that was given up remembers that', async () => {
  const R3 = [{ calls: [giveUp({ reason: 'no disk' })], repeat: true }];
  const ended = await remembered({ model: saying({ R3 }), control: oneRound });
  expect(ended.result).toMatchObject({ reason: 'gap' });
  expect(lessonsOf(ended)).toEqual(['abandon intent:known env:local']);
});

describe('nothing is remembered', () => {
  test('of talk', async () => {
    const R1 = answers({ ...perceived, kind: 'conversation' });
    expect(lessonsOf(await remembered({ model: saying({ R1, R2: answers({ answer: 'I am artoo.' }) }) }))).toEqual([]);
  });

  test('of a task that the person cancelled', async () => {
    const ended = await remembered({ model: saying({}), meanwhile: async (task) => task.cancel() });
    expect(ended.result).toMatchObject({ reason: 'cancelled' });
    expect(lessonsOf(ended)).toEqual([]);
  });

  test('of a task without memory', async () => {
    expect(lessonsOf(await runWholeTask({ model: saying({}) }))).toEqual([]);
  });
});
