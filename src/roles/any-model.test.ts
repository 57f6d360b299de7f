/** The law behind roles.test.ts, for models and goals that nobody thought of. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectHonestEnd, messagesOf, runWholeTask } from '../../test/support/whole-task.ts';
import type { Json } from '../contracts/json.ts';
import type { ModelAnswer } from '../models/model.ts';

type Said = fc.Arbitrary<Json>;

const anything = fc.jsonValue({ maxDepth: 3 }) as Said; // what it makes is JSON
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('done', '</goal>', '<think>', '{', ' '),
);
const strange = fc.constantFrom('new.txt', 'a/b.txt', '../out.txt', '/dev/null/x', '', '.', 'nul\u0000');
const path = fc.oneof({ weight: 3, arbitrary: fc.constant('mine.txt') }, strange);
const tool = fc.constantFrom('glob', 'read_file', 'write_file');

/** Mostly what was asked for, so that tasks get far and all ways to end are met; now and then anything. */
const mostly = (right: Said): Said => fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: anything });

const check = fc.oneof(
  fc.record({ kind: fc.constant('file_exists'), path }),
  fc.record({ kind: fc.constant('output_contains'), text: fc.constantFrom('done', 'done', '"') }),
);
const criteria = fc.array(
  fc.record({ criterion: text.map((words) => `c${words}`), mode: fc.constantFrom('verifiable', 'plausible'), check: mostly(check) }),
  { minLength: 1, maxLength: 2 },
);
const subtask = fc.record({
  intent: text.map((words) => `i${words}`),
  success_criteria: mostly(criteria),
  context: mostly(text),
  tools: mostly(fc.uniqueArray(tool)),
  sequence: mostly(fc.constantFrom(1, 1, 1, 1, 1, 2)),
  deadline: mostly(fc.constant(null)),
});
const call = fc.record({
  tool: fc.oneof({ weight: 19, arbitrary: tool }, fc.constantFrom('report_infeasible', '', '__proto__')),
  input: mostly(fc.record({ path, content: text, pattern: fc.constantFrom('*', '**', '../*'), reason: text })),
});

/** What each role's model is asked for. */
const asked: Readonly<Record<string, Said>> = {
  R1: fc.record({
    slug: mostly(text),
    intent: mostly(text.map((words) => `i${words}`)),
    constraints: mostly(fc.record({ scope: anything, deadline: anything })),
  }),
  R2: fc.record({ task_criteria: mostly(criteria), subtasks: mostly(fc.array(subtask, { minLength: 1, maxLength: 3 })) }),
  R3: fc.oneof({ weight: 4, arbitrary: fc.constant('done') }, text),
  R4b: fc.record({ merged_output: mostly(fc.oneof({ weight: 4, arbitrary: fc.constant('done') }, text)), summary: mostly(text) }),
};

function answersOf(role: string): fc.Arbitrary<readonly Pick<ModelAnswer, 'text' | 'calls'>[]> {
  const spoken = fc
    .tuple(fc.constantFrom('', '<think>{}</think>', 'Sure: ', '```json\n'), mostly(asked[role] ?? anything))
    .map(([before, value]) => `${before}${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const calls = fc.array(call, { maxLength: role === 'R3' ? 3 : 0 }).map((list) => list.map((made, at) => ({ call_id: `${at}`, ...made })));
  return fc.array(fc.record({ text: spoken, calls }), { minLength: 1, maxLength: 6 });
}

const talk = fc.record({ R1: answersOf('R1'), R2: answersOf('R2'), R3: answersOf('R3'), R4b: answersOf('R4b') });

test('whatever a model says, a task ends once, honestly, touches nothing that was there, and replays', async () => {
  await fc.assert(
    fc.asyncProperty(talk, fc.string({ unit: 'binary' }), async (talks, goal) => {
      const left = new Map<string, Pick<ModelAnswer, 'text' | 'calls'>[]>();
      const step = async (_: unknown, { role }: { role: string }): Promise<ModelAnswer> => {
        const answers = left.get(role)?.length ? left.get(role) : [...(talks[role as keyof typeof talks] ?? [])];
        const next = answers?.shift() ?? expect.fail(`${role} was asked, which asks no model`);
        left.set(role, answers ?? []);
        return { ...next, usage: { input_tokens: 0, output_tokens: 0 } };
      };
      const ended = await runWholeTask({ model: { step }, goal, files: { 'mine.txt': 'mine' } });
      expectHonestEnd(ended);
      expect(ended.files['mine.txt']).toBe('mine');
      for (const { payload } of messagesOf(ended.entries, 'TaskSpec')) expect(payload.raw_input).toBe(goal);
    }),
    { numRuns: 100 },
  );
});
