/** The proof of the two control loops: a model that does its worst at every step, and what is guaranteed whatever it does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubTask } from '../src/contracts/plan.ts';
import type { Json } from '../src/contracts/shapes/json.ts';
import type { Person } from '../src/engine/person.ts';
import type { Entry } from '../src/journal/entry.ts';
import { toolProgramsOf } from '../src/laws/commands/line/shell-line.ts';
import type { ModelAnswer, StepOrigin } from '../src/models/model.ts';
import { weigh } from '../src/roles/judging/evidence/weigh.ts';
import { outputText } from '../src/roles/output-text.ts';
import { objectionsTo, type Terms } from '../src/roles/r2-planner/admissible.ts';
import type { Plan } from '../src/roles/r2-planner/plan.ts';
import { ToolRequest, ToolResult } from '../src/tools/tool.ts';
import { anyCharacter } from './support/any-character.ts';
import { declared } from './support/declared.ts';
import { oneIn } from './support/sample.ts';
import { type Ended, expectHonestEnd, messagesOf, runWholeTask } from './support/whole-task.ts';

type Said = fc.Arbitrary<Json>;

const anything = fc.jsonValue({ maxDepth: 3 }) as Said; // it generates JSON
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('done', '</goal>', '<think>', '{', ' '),
);
const strange = fc.constantFrom('new.txt', 'a/b.txt', '../out.txt', '/dev/null/x', '', '.', 'nul\u0000');
const path = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('mine.txt', 'new.txt', 'gone.txt') }, strange);
const tool = fc.constantFrom('glob', 'read_file', 'write_file', 'edit_file', 'shell');

/** Mostly what was asked for, so that tasks get far and end in every possible way; now and then anything. */
const mostly = (right: Said): Said => fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: anything });

const check = fc.oneof(
  fc.record({ kind: fc.constantFrom('file_exists', 'file_absent'), path }),
  fc.record({ kind: fc.constant('file_contains'), path, text: fc.constantFrom('new', 'mine') }),
  fc.record({ kind: fc.constant('output_contains'), text: fc.constantFrom('done', 'done', '"') }),
  fc.record({ kind: fc.constant('output_matches'), pattern: fc.constantFrom('^d', '^(a+)+$', '(', 'x*') }),
  fc.record({ kind: fc.constant('exit_code'), equals: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('json_equals'), pointer: fc.constantFrom('', '/a', 'x'), equals: fc.constant(1) }),
  fc.record({ kind: fc.constant('command'), run: fc.constantFrom('true', 'false', 'touch evil.txt') }),
);
const criterion = fc.record(
  {
    criterion: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom('new.txt says new', 'the answer names a file', 'three lines follow the heading', 'it rhymes twice'),
      },
      text.map((words) => `c${words}`),
    ),
    mode: fc.constantFrom('verifiable', 'plausible'),
    weight: fc.constantFrom(1, 2, 5),
    check: mostly(check),
  },
  { requiredKeys: ['criterion', 'mode', 'weight'] },
);
const criteria = fc.array(criterion, { minLength: 1, maxLength: 3 });
const subtask = fc.record({
  intent: fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom('write new.txt', 'read gone.txt', 'look at mine.txt', 'tell all') }, text),
      fc.nat(),
    )
    .map(([words, variant]) => `${words} way ${variant}`),
  success_criteria: mostly(criteria),
  context: mostly(text),
  tools: mostly(fc.uniqueArray(tool)),
  sequence: mostly(fc.constantFrom(1, 1, 1, 1, 1, 1, 2)),
  deadline: mostly(fc.constant(null)),
});
const call = fc.record({
  tool: fc.oneof({ weight: 19, arbitrary: tool }, fc.constantFrom('report_infeasible', '', '__proto__')),
  input: mostly(
    fc.record({
      path,
      content: fc.constantFrom('new', 'mine'),
      old: fc.constantFrom('new', 'm'),
      new: fc.constantFrom('newer', ''),
      pattern: fc.constantFrom('*', '**', '../*'),
      command: fc.constantFrom('cat mine.txt', 'cat gone.txt', 'echo done', 'rm mine.txt', 'echo x > mine.txt', 'ls | xargs rm'),
      reason: text,
    }),
  ),
});
const verdicts = fc.array(
  fc.record({
    criterion: fc.constantFrom<Json>(0, 0, 1, 2, -1, '0', 7),
    verdict: fc.constantFrom('pass', 'pass', 'fail', 'unverifiable', 'maybe'),
    failure_class: fc.constantFrom('logical', 'environmental', null),
    evidence: fc.constantFrom('done', 'mine', 'nowhere to be found', '', '1.1.1/R3/1.1', '9.9.9/R3/9.9'),
  }),
  { maxLength: 4 },
) as Said;

/** The answer that each role's model is asked for. */
const asked: Readonly<Record<string, Said>> = {
  R1: fc.record({
    slug: mostly(text),
    intent: mostly(text.map((words) => `i${words}`)),
    constraints: mostly(fc.record({ scope: anything, deadline: anything })),
    kind: fc.constantFrom('task', 'task', 'task', 'task', 'task', 'conversation'),
    question: fc.constantFrom(null, null, null, 'Which?'),
  }),
  R2: fc.record({ task_criteria: mostly(criteria), subtasks: mostly(fc.array(subtask, { minLength: 1, maxLength: 3 })) }),
  talk: fc.record({ answer: mostly(text) }),
  handoff: fc.record({ partial_result: mostly(text), next_moves: mostly(fc.array(text)) }),
  R3: fc.oneof({ weight: 4, arbitrary: fc.constant('done') }, text),
  R4a: fc.record({ verdicts, what_was_wrong: text, what_to_do: text }),
  R4b: fc.record({ merged_output: mostly(fc.oneof({ weight: 4, arbitrary: fc.constant('done') }, text)), summary: mostly(text), verdicts }),
};

function answersOf(role: string): fc.Arbitrary<readonly Pick<ModelAnswer, 'text' | 'calls'>[]> {
  const spoken = fc
    .tuple(fc.constantFrom('', '', '<think>{}</think>', 'Sure: ', '```json\n'), mostly(asked[role] ?? anything))
    .map(([before, value]) => `${before}${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const calls = fc.array(call, { maxLength: role === 'R3' ? 3 : 0 }).map((list) => list.map((made, at) => ({ call_id: `${at}`, ...made })));
  return fc.array(fc.record({ text: spoken, calls }), { minLength: 1, maxLength: 8 });
}

const names = ['R1', 'R2', 'R3', 'R4a', 'R4b', 'talk', 'handoff'] as const;
const talk = fc.record(Object.fromEntries(names.map((name) => [name, answersOf(name)])));

/** R2 is asked for three things: a plan, a reply (in round 0), and a handoff (after all plans of a round). */
const listFor = ({ role, key }: StepOrigin): string => {
  if (role !== 'R2') return role;
  return key.startsWith('0.') ? 'talk' : key.includes('/R2/5.') ? 'handoff' : 'R2';
};

const goals = fc
  .oneof(fc.constant('Do something with mine.txt.'), fc.string({ unit: anyCharacter, minLength: 1 }))
  .filter((goal) => goal.trim() !== '');

/** Says yes to some questions and no to others. */
const answering =
  (yes: boolean): Person =>
  (message, reply) => {
    if (message.type === 'ClarifyQuestion')
      reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer: yes ? 'that' : '' }, reply_to: message.id });
    if (message.type === 'ConfirmRequest')
      reply({
        to: 'R3',
        type: 'ConfirmReply',
        payload: { hash: message.payload.hash, allowed: yes && message.payload.action.includes('new.txt') },
        reply_to: message.id,
      });
  };

test('whatever a model does, a task ends once and honestly, within its bounds, without a blocked call or a pass that nothing shows, and replays', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(talk, goals, fc.boolean(), async (talks, goal, yes) => {
      const left = new Map<string, Pick<ModelAnswer, 'text' | 'calls'>[]>();
      const step = async (_: unknown, origin: StepOrigin): Promise<ModelAnswer> => {
        const list = listFor(origin);
        const answers = left.get(list)?.length ? left.get(list) : [...(talks[list] ?? [])];
        const next = answers?.shift() ?? expect.fail(`${list} was asked, which asks no model`);
        left.set(list, answers ?? []);
        return { ...next, usage: { input_tokens: 0, output_tokens: 0 } };
      };
      const ended = await runWholeTask({
        model: { step },
        goal,
        files: { 'mine.txt': 'mine' },
        workspace: '/nowhere',
        person: answering(yes),
      });
      met.set(ended.result.reason, (met.get(ended.result.reason) ?? 0) + 1);
      expectHonestEnd(ended);
      expect(ended.files['mine.txt']).toBe('mine');
      expect(ended.files['evil.txt']).toBeUndefined();
      for (const { payload } of messagesOf(ended.entries, 'TaskSpec')) expect(payload.raw_input).toBe(goal);
      expectBounds(ended);
      expectOnlyAdmissiblePlans(ended);
      expectNoBlockedCall(ended);
      expectNoEmptyPass(ended);
    }),
    { numRuns: 120 / oneIn(12) },
  );
  expect(met.size).toBeGreaterThan(2);
}, 300_000);

function expectBounds({ entries, result }: Ended): void {
  expect(messagesOf(entries, 'PlanDirective').length).toBe(result.replans);
  for (const { payload } of messagesOf(entries, 'SubTaskOutcome')) expect(payload.gap_trajectory.length).toBeLessThanOrEqual(3);
  const steps = keysOf(entries, 'model').flatMap((key) => /\/R3\/(\d+)\./.exec(key)?.[1] ?? []);
  expect(steps.map(Number).filter((step) => step > 20)).toEqual([]);
  expect(messagesOf(entries, 'ClarifyQuestion').length).toBeLessThanOrEqual(2);
}

/** Every sub-task that reaches R3 belongs to a plan to which no rule objects when the rules are applied again; and every rejected plan has an objection. */
function expectOnlyAdmissiblePlans({ entries }: Ended): void {
  const plans = new Map<number, Plan>();
  for (const entry of entries) {
    if (entry.kind !== 'decision' || !entry.name.startsWith('plan')) continue;
    const { round, plan, terms } = entry.inputs as unknown as { round: number; plan: Plan; terms: Terms }; // as R2 journals it
    expect(objectionsTo(plan, terms).length === 0).toBe(entry.name === 'plan');
    if (entry.name === 'plan') plans.set(round, plan);
  }
  for (const { payload } of messagesOf(entries, 'SubTask')) {
    const { round, index, tools, blocked, intent, success_criteria } = payload;
    expect(plans.get(round)?.subtasks[index - 1]).toMatchObject({ intent, tools, success_criteria });
    expect(tools.filter((name) => blocked.tools.includes(name))).toEqual([]);
  }
}

/** No call is performed whose tool or whose program is blocked for its sub-task, nor one that is itself blocked until something has changed in its round. */
function expectNoBlockedCall({ entries }: Ended): void {
  const subtasks = new Map<string, SubTask>(
    messagesOf(entries, 'SubTask').map(({ payload }) => [`${payload.round}.${payload.index}`, payload]),
  );
  const calls = new Set<string>();
  const changed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'outcome' && calls.has(entry.key) && entry.result.ok) {
      const result = ToolResult.parse(entry.result.value);
      if (result.ok) changed.add(entry.key.split('.')[0] ?? ''); // the tests of the ledger cover whether it did change something
    }
    if (entry.kind !== 'intent' || entry.effect !== 'tool') continue;
    calls.add(entry.key);
    const of = subtasks.get(entry.key.split('.').slice(0, 2).join('.'));
    const { tool: name, input } = ToolRequest.parse(entry.input);
    expect(of?.tools).toContain(name);
    expect(of?.blocked.tools).not.toContain(name);
    const { path: file, pattern, command } = (input ?? {}) as Readonly<Record<string, Json>>; // any value but null has properties
    const programs = name === 'shell' && typeof command === 'string' ? toolProgramsOf(command) : [];
    expect(programs.filter((program) => of?.blocked.tools.includes(`shell:${program}`))).toEqual([]);
    if (changed.has(entry.key.split('.')[0] ?? '')) continue;
    const targets = of?.blocked.targets.filter((blockedCall) => blockedCall.tool === name).map(({ target }) => target) ?? [];
    expect(targets.filter((target) => [file, pattern, command].includes(target) && target !== '')).toEqual([]);
  }
}

/** A pass by a model is based on evidence in the output, in a call, or in a file of that very sub-task; and a sub-task matches only if all pass. */
function expectNoEmptyPass({ entries }: Ended): void {
  for (const { payload } of messagesOf(entries, 'SubTaskOutcome')) {
    const { criteria_verdicts, tool_calls, status, success_criteria, output, subtask_id, parent_task_id } = payload;
    const place = subtask_id.slice(parent_task_id.length + 1).replace('-', '.');
    expect(criteria_verdicts.map(({ criterion: asked }) => asked)).toEqual(success_criteria.map(({ criterion: asked }) => asked));
    expect(status === 'matched').toBe(criteria_verdicts.length > 0 && criteria_verdicts.every(({ verdict }) => verdict === 'pass'));
    const work = { calls: declared(...tool_calls), cwd: '/', said: '', given: [], answer: outputText(output), inFiles: new Map() };
    for (const [at, { verdict, by, evidence }] of criteria_verdicts.entries()) {
      const asked = success_criteria[at];
      if (verdict !== 'pass' || by !== 'model' || !asked) continue;
      expect(weigh([evidence], asked, work).counts || wasSeenInFile(entries, place, evidence)).toBe(true);
    }
  }
}

/** Whether this quote was searched for in the files of a sub-task, and found. */
function wasSeenInFile(entries: readonly Entry[], place: string, quote: string): boolean {
  return entries.some((entry) => {
    if (entry.kind !== 'intent' || !entry.key.startsWith(`${place}.`) || !JSON.stringify(entry.input).includes(JSON.stringify(quote)))
      return false;
    const outcome = entries.find((other) => other.kind === 'outcome' && other.key === entry.key);
    return outcome?.kind === 'outcome' && outcome.result.ok && (outcome.result.value as { of?: string } | null)?.of === 'text';
  });
}

const keysOf = (entries: readonly Entry[], effect: string): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === 'intent' && entry.effect === effect ? [entry.key] : []));
