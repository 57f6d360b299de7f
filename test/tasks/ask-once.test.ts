/** Two sub-tasks of one task that request the same effect at the same moment: the person is asked once. */
import { expect, test } from 'vitest';
import { answering } from '../../src/engine/person.ts';
import { scratch } from '../support/scratch.ts';
import { attempt, does, plan, saying, subtask, write } from '../support/scripted.ts';
import { messagesOf, runWholeTask } from '../support/whole-task.ts';

/** Runs two sub-tasks side by side that both write hello.txt, which exists. The person answers once both have asked. */
async function bothWrite(contents: readonly [string, string], said: boolean) {
  const shown: string[] = [];
  const bothAsked = Promise.withResolvers<void>();
  let open = 0;
  const person = answering({
    async confirm({ effects }) {
      shown.push(effects.map(({ path, hash }) => `${path.split('/').at(-1)} ${hash?.slice(0, 4)}`).join());
      await bothAsked.promise;
      return said;
    },
  });
  const parts = [1, 2].map((at) =>
    subtask({ intent: `Write hello.txt ${at}`, success_criteria: [{ criterion: 'it is said', mode: 'plausible' }] }),
  );
  const ended = await runWholeTask({
    model: saying(
      { R2: [{ answer: plan(parts) }], R4a: [{ answer: { verdicts: [] }, repeat: true }] },
      attempt('1.1.1', does(write('hello.txt', contents[0]))),
      attempt('1.2.1', does(write('hello.txt', contents[1]))),
    ),
    files: { 'hello.txt': 'old\n' },
    workspace: scratch(),
    parallel: 2,
    control: { maxReplans: 0 },
    person: (message, reply) => {
      if (message.type === 'ConfirmRequest') open += 1;
      if (open === 2) bothAsked.resolve();
      return person(message, reply);
    },
  });
  return { shown, ended, replies: messagesOf(ended.entries, 'ConfirmReply').map(({ payload }) => payload.allowed) };
}

test('a yes counts for both, and the second finds it done', async () => {
  const { shown, replies, ended } = await bothWrite(['new\n', 'new\n'], true);
  expect(shown).toHaveLength(1);
  expect(replies).toEqual([true, true]);
  expect(ended.files['hello.txt']).toBe('new\n');
  expect(ended.result.changed.filter(({ path }) => path.endsWith('hello.txt'))).toHaveLength(1);
});

test('a no covers both', async () => {
  const { shown, replies, ended } = await bothWrite(['new\n', 'new\n'], false);
  expect(shown).toHaveLength(1);
  expect(replies).toEqual([false, false]);
  expect(ended.files['hello.txt']).toBe('old\n');
});

test('two contents are two questions', async () => {
  const { shown } = await bothWrite(['new\n', 'other\n'], false);
  expect(shown).toHaveLength(2);
});
