/**
 * What models say in a whole task: criteria, plans and calls, a scripted model that gives the right answers unless told otherwise, and its prompts.
 */
import { expect, test } from 'vitest';
import type { FinalResult } from '../../src/contracts/control.ts';
import type { ErrorCode } from '../../src/contracts/errors.ts';
import type { RoleId } from '../../src/contracts/parties.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { type CassetteLine, createCassette } from '../../src/effects/cassette.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { type Model, ModelRequest } from '../../src/models/model.ts';
import { ToolRequest } from '../../src/tools/tool.ts';
import { judgedFairly } from './fair-judge.ts';
import { expectHonestEnd, failuresIn, runWholeTask } from './whole-task.ts';

export const megabyte = 'x'.repeat(1 << 20);

export const perceived = { slug: 'say_hello', intent: 'Greet the world.', constraints: { scope: null, deadline: null } };

export const fileThere = (path = 'hello.txt') => ({
  criterion: `${path} exists`,
  mode: 'verifiable',
  check: { kind: 'file_exists', path },
});
/** A task criterion that is met from the start, for tasks in which only the sub-tasks matter. */
export const folderThere = fileThere('.');
/** A criterion about the answer: code checks its form, and a judge decides whether it is true. */
export const outputSays = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'plausible',
  check: { kind: 'output_contains', text },
});
/** A criterion that only a model can judge. */
export const judged = (criterion: string) => ({ criterion, mode: 'plausible' });

export const subtask = (more: { readonly [key: string]: Json } = {}) => ({
  intent: 'Write hello.txt',
  success_criteria: [fileThere()],
  context: 'The word is hello.',
  tools: ['write_file', 'read_file'],
  sequence: 1,
  deadline: null,
  ...more,
});
/** A sub-task that is done when `<name>.txt` exists. */
export const writing = (name: string, more: { readonly [key: string]: Json } = {}) =>
  subtask({ intent: `Write ${name}.txt`, success_criteria: [fileThere(`${name}.txt`)], ...more });
export const plan = (subtasks: readonly Json[] = [subtask()], task_criteria: readonly Json[] = [fileThere()]) => ({
  task_criteria,
  subtasks,
});

export const write = (path = 'hello.txt', content = 'hello\n') => ({ tool: 'write_file', input: { path, content } });
export const read = (path = 'hello.txt') => ({ tool: 'read_file', input: { path } });
export const giveUp = (input: Json) => ({ tool: 'report_infeasible', input });

export type Says = Pick<CassetteLine, 'answer' | 'calls' | 'repeat' | 'cut'>;
export type Said = Partial<Record<RoleId, readonly Says[]>>;

export const always = (answer: Json): readonly Says[] => [{ answer, repeat: true }];
export const answers = (...said: readonly Json[]): readonly Says[] => said.map((answer) => ({ answer }));
/** The executor makes these calls and reports the result. */
export const does = (call: NonNullable<Says['calls']>[number], answer = 'hello.txt is written.'): readonly Says[] => [
  { calls: [call] },
  { answer },
];

/** What a model says in a task in which nothing goes wrong. */
const good: Said = { R1: answers(perceived), R2: answers(plan()), R3: does(write()) };

export const handoff = { partial_result: 'Some of it is done.', next_moves: ['Look at it.', 'Do the rest.'] };
/** Keys of the steps at which R2 asks for a handoff, in any round, and a valid handoff. */
export const isHandoff = (key: string): boolean => /^\d\.0\.0\/R2\/5\.\d$/.test(key);
const handoffs = [1, 2, 3, 4].map((round): CassetteLine => ({ key: `${round}.0.0/R2/5.0`, answer: handoff }));

/**
 * A model that gives the right answers, except for the roles named here, and for answers under separate keys. If one attempt has keys, all have. A
 * judge that is not scripted is fair.
 */
export function saying(said: Said, ...keyed: readonly (readonly CassetteLine[])[]): Model {
  const scripted = keyed.flat().some(({ key }) => key?.includes('/R3/')) ? { R3: [] } : {};
  const lines = Object.entries({ ...good, ...scripted, ...said }).flatMap(([role, says]) =>
    says.map((line) => ({ ...line, role: role as RoleId })),
  );
  const cassette = createCassette([...keyed.flat(), ...handoffs, ...lines]);
  const isFair = (role: RoleId, key: string) =>
    (role === 'R4a' || role === 'R4b') && said[role] === undefined && keyed.flat().every((line) => line.key !== key);
  return except(cassette, isFair, async (request) => ({
    text: JSON.stringify(judgedFairly(request)),
    calls: [],
    usage: { input_tokens: 0, output_tokens: 0 },
  }));
}

/** What the executor says in one attempt (`1.2.1`: round, sub-task, attempt), so that sub-tasks may run side by side. */
export const attempt = (at: string, says: readonly Says[]): readonly CassetteLine[] =>
  says.map((line, step) => ({ ...line, key: `${at}/R3/${step + 1}.0` }));

/** The same answers in all three attempts at one sub-task (`1.2`). */
export const everyAttempt = (at: string, says: readonly Says[]): readonly CassetteLine[] =>
  [1, 2, 3].flatMap((number) => attempt(`${at}.${number}`, says));

/** The lines of a plan whose sub-tasks each write their file, except those that write `other.txt` as often as they can. */
export const writers = (round: number, names: readonly string[], wrong: readonly string[] = []): readonly CassetteLine[] =>
  names.flatMap((name, at) => {
    const place = `${round}.${at + 1}`;
    if (!wrong.includes(name)) return attempt(`${place}.1`, does(write(`${name}.txt`), `${name} is written.`));
    return everyAttempt(place, does(write('other.txt'), `${name} is written.`));
  });

/** The same model, except that the test decides what happens at these steps. */
export const except = (model: Model, at: (role: RoleId, key: string) => boolean, step: Model['step']): Model => ({
  step: (request, origin, signal) => (at(origin.role, origin.key) ? step : model.step)(request, origin, signal),
});

/** What a role's model was asked, step by step. */
export const promptsOf = (entries: readonly Entry[], role: RoleId) =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'intent' || entry.effect !== 'model' || entry.role !== role) return [];
    const request = ModelRequest.parse(entry.input);
    return [{ key: entry.key, ...request, text: request.turns.map(({ text }) => text).join('\n') }];
  });

/** Every call that really reached a tool, in order. */
export const callsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === 'intent' && entry.effect === 'tool' ? [ToolRequest.parse(entry.input)] : []));

/** The roles whose model was asked, in order: `R1 R2 R3×2`. */
export function inRuns(asked: readonly string[]): string {
  const runs: { role: string; times: number }[] = [];
  for (const role of asked) {
    const last = runs.at(-1);
    if (last?.role === role) last.times += 1;
    else runs.push({ role, times: 1 });
  }
  return runs.map(({ role, times }) => (times === 1 ? role : `${role}×${times}`)).join(' ');
}

export type Ends = {
  readonly reason: FinalResult['reason'];
  /** The roles whose model was asked, in order. */
  readonly asked: string;
  readonly failure?: `${ErrorCode} in ${RoleId}`;
};

/** For tests in which only the first round matters. */
export const oneRound = { maxReplans: 0 };

/** Tests of whole tasks in one round: what a model says, and how each ends. */
export function testRows(rows: readonly (readonly [title: string, said: Said, ends: Ends])[]): void {
  test.each(rows)('%s', async (_, said, { reason, asked, failure }) => {
    const ended = await runWholeTask({ model: saying(said), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe(reason);
    expect(inRuns(ended.asked)).toBe(asked);
    expect(failuresIn(ended)).toEqual(failure ? [failure] : []);
  });
}
