/** What a tape left open, and what only seems to be open. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decisions } from '../../test/support/decisions.ts';
import {
  done,
  endsOnlyOnTrouble,
  final,
  goal,
  hostIn,
  journalOf,
  modelAnswer,
  role,
  spec,
  step,
  worldOf,
} from '../../test/support/parts.ts';
import { samples } from '../../test/support/samples.ts';
import { scratch } from '../../test/support/scratch.ts';
import { payloads } from '../contracts/messages.ts';
import { journalPath, reopenJournal } from '../journal/files.ts';
import type { Draft } from '../roles/role.ts';

const { name: decision, inputs, result } = decisions.goesOn;
const said: Draft = { decision, inputs, result };

/** R2 asks a model and ends the task; R7 also sends something if `isTalkative`. */
const roles = (isTalkative: boolean) => [
  role('R1', {
    async *UserInput(message) {
      yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
      yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
    },
  }),
  role('R2', {
    async *TaskSpec(_, { effects }) {
      const { text } = await step(effects, { round: 1, step: 1 });
      yield { to: 'R7', type: 'Answer', payload: { answer: text } };
    },
  }),
  role('R7', {
    async *TaskSpec() {
      if (isTalkative) yield said;
    },
    async *Answer({ task_id }) {
      yield final(task_id);
    },
    ...endsOnlyOnTrouble({} as never).on,
  }),
];

describe('a task that was resumed by code that says more than it did', () => {
  test('does not perform again what its tape has the outcome of, and its journal can still be read', async () => {
    const data = scratch();
    const first = hostIn(data, roles(false), { world: worldOf(async () => done(modelAnswer('yes'))) });
    const task = first.start(goal(), 'x');
    await task.result;
    const entries = await journalOf(data, task.id);
    const outcome = entries.findIndex(({ kind }) => kind === 'outcome');
    writeFileSync(
      journalPath(data, task.id),
      `${entries
        .slice(0, outcome + 1)
        .map((entry) => JSON.stringify(entry))
        .join('\n')}\n`,
    );

    let performed = 0;
    const world = worldOf(async () => {
      performed += 1;
      return done(modelAnswer('again'));
    });
    const { tape, writer } = reopenJournal(data, task.id);
    const second = hostIn(data, roles(true), { world });
    await second.resume(tape, writer).result.catch(() => {});
    expect(performed).toBe(0);
    const keys = (await journalOf(data, task.id)).flatMap((entry) => (entry.kind === 'outcome' ? [entry.key] : []));
    expect(keys).toEqual([...new Set(keys)]);
  });
});

test('a step that died with its process again and again counts for each of them', async () => {
  const data = scratch();
  const lives: number[] = [];
  const world = {
    ...worldOf(() => done(modelAnswer('yes'))),
    recover: (_intent: unknown, _owner: unknown, signal: AbortSignal, lived: number) => {
      lives.push(lived);
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    perform: (_intent: unknown, _owner: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const first = hostIn(data, roles(false), { world });
  const { id } = first.start(goal(), 'x');
  await until(async () => (await journalOf(data, id)).some(({ kind }) => kind === 'intent'));
  await first.close();
  for (let at = 1; at <= 3; at += 1) {
    const { tape, writer } = reopenJournal(data, id);
    const next = hostIn(data, roles(false), { world });
    next.resume(tape, writer);
    await until(async () => lives.length === at);
    await next.close();
  }
  expect(lives).toEqual([1, 2, 3]);
});

test('what was not safe to repeat when it was begun is not taken for safe by tools that say so now', async () => {
  const data = scratch();
  const never = () => new Promise<never>(() => {});
  const first = hostIn(data, roles(false), { world: { ...worldOf(never), repeatable: () => false }, limits: { graceMs: 0 } });
  const { id } = first.start(goal(), 'x');
  await until(async () => (await journalOf(data, id)).some(({ kind }) => kind === 'intent'));
  await first.close();
  const seen: boolean[] = [];
  const world = worldOf(({ repeatable }) => {
    seen.push(repeatable);
    return done(modelAnswer('yes'));
  });
  const { tape, writer } = reopenJournal(data, id);
  await hostIn(data, roles(false), { world }).resume(tape, writer).result;
  expect(seen).toEqual([false]);
});

test('a question waits for a person even when something else could continue', async () => {
  const data = scratch();
  const asking = [
    role('R1', {
      async *UserInput(message, { effects }) {
        yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
        await step(effects, { round: 0, step: 1 });
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
    }),
    role('R2', {
      async *TaskSpec(_, { ask }) {
        const { approved } = await ask({
          to: 'User',
          type: 'PlanReview',
          payload: { round: 1, task_criteria: [], subtasks: [], amended: [], reasons: [] },
        });
        yield { to: 'R7', type: 'Answer', payload: { answer: String(approved) } };
      },
    }),
    role('R7', {
      async *TaskSpec() {},
      async *Answer({ task_id, payload }) {
        yield final(task_id, { summary: payload.answer });
      },
    }),
  ];
  const never = () => new Promise<void>(() => {});
  const first = hostIn(data, asking, { person: never, world: worldOf(() => done(modelAnswer('yes'))) });
  const { id } = first.start(goal(), 'x');
  await until(async () => (await journalOf(data, id)).length > 6);
  await first.close();
  const entries = await journalOf(data, id);
  const outcome = entries.findIndex(({ kind }) => kind === 'outcome');
  const kept = entries.slice(0, outcome + 1);
  expect(kept.map((entry) => (entry.kind === 'message' ? entry.type : entry.kind))).toContain('PlanReview');
  const text = `${kept.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
  writeFileSync(journalPath(data, id), text);

  const { tape, writer } = reopenJournal(data, id);
  await expect(hostIn(data, asking).resume(tape, writer).result).rejects.toMatchObject({ code: 'person_needed' });
  expect(readFileSync(journalPath(data, id), 'utf8')).toBe(text);
});

test('a question of caution is never waited for: it is asked only if a person is there', async () => {
  const data = scratch();
  const payload = { ...payloads.ConfirmRequest.parse(samples.ConfirmRequest), caution: true };
  const asking = [
    role('R1', {
      async *UserInput(message) {
        yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
      },
    }),
    role('R2', {
      async *TaskSpec() {
        yield { to: 'R3', type: 'SubTask', payload: payloads.SubTask.parse(samples.SubTask) };
      },
    }),
    role('R3', {
      async *SubTask(_, { ask }) {
        const { allowed } = await ask({ to: 'User', type: 'ConfirmRequest', payload });
        const result = payloads.ExecutionResult.parse(samples.ExecutionResult);
        yield { to: 'R4a', type: 'ExecutionResult', payload: { ...result, output: allowed } };
      },
    }),
    role('R4a', {
      async *ExecutionResult({ payload: { output } }) {
        yield { to: 'R7', type: 'SubTaskOutcome', payload: { ...payloads.SubTaskOutcome.parse(samples.SubTaskOutcome), output } };
      },
    }),
    role('R7', {
      async *SubTaskOutcome({ task_id, payload: { output } }) {
        yield final(task_id, { summary: String(output) });
      },
    }),
  ];
  const first = hostIn(data, asking, { person: () => new Promise<void>(() => {}) });
  const { id } = first.start(goal(), 'x');
  await until(async () => (await journalOf(data, id)).some((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest'));
  await first.close();
  const { tape, writer } = reopenJournal(data, id);
  expect(await hostIn(data, asking).resume(tape, writer).result).toMatchObject({ summary: 'true' });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

test('an effect is performed only once all that led to it is on disk', async () => {
  const data = scratch();
  const seen: string[][] = [];
  const world = worldOf(() => {
    const lines = readFileSync(journalPath(data, task.id), 'utf8').trimEnd().split('\n');
    seen.push(lines.map((line) => JSON.parse(line)).map(({ kind, type = kind }) => type));
    return done(modelAnswer('yes'));
  });
  const task = hostIn(data, roles(false), { world }).start(goal(), 'x');
  await task.result;
  expect(seen).toEqual([['open', 'UserInput', 'TaskSpec', 'TaskSpec', 'intent']]);
});
