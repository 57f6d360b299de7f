import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
} from '../../../test/support/parts.ts';
import { replayed } from '../../../test/support/replay.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Tell, Told, World } from '../../effects/effects.ts';
import { journalPath, reopenJournal } from '../../journal/files.ts';

/** R2 takes three steps, one after another. */
const roles = [
  role('R1', {
    async *UserInput(message) {
      yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
    },
  }),
  role('R2', {
    async *TaskSpec(_, { effects }) {
      for (const at of [1, 2, 3]) await step(effects, { round: 1, step: at });
      yield { to: 'R7', type: 'Answer', payload: { answer: 'done' } };
    },
  }),
  role('R7', {
    async *Answer({ task_id }) {
      yield final(task_id);
    },
    ...endsOnlyOnTrouble({} as never).on,
  }),
];

const claim = (worker: string): Told => ({ kind: 'claim', round: 1, subtask: 1, attempt: 1, worker });

/** A world that reports something before each of its outcomes, and the replies to these reports. */
function tellingWorld(told: readonly Told[]) {
  const numbers: (number | undefined)[] = [];
  const left = [...told];
  let tell: Tell | undefined;
  let detached = 0;
  const world: World = {
    ...worldOf(async () => {
      const next = left.shift();
      if (next) numbers.push(await tell?.(next));
      return done(modelAnswer('yes'));
    }),
    attach(_, given) {
      tell = given;
      return () => {
        detached += 1;
      };
    },
  };
  return { world, numbers, later: () => tell?.(claim('z')), detached: () => detached };
}

test('claims are numbered and written before the world continues, and late answers beside them', async () => {
  const data = scratch();
  const late: Told = { kind: 'late', key: '1.0.0/R2/1.0' as never, worker: 'a', number: 1, exit_code: 0 };
  const telling = tellingWorld([claim('a'), late, claim('b')]);
  const host = hostIn(data, roles, { world: telling.world });
  const task = host.start(goal(), 'x');
  await task.result;
  expect(telling.numbers).toEqual([1, 2, 2]);
  const entries = await journalOf(data, task.id);
  expect(entries.filter(({ kind }) => kind === 'claim' || kind === 'late')).toMatchObject([
    { kind: 'claim', worker: 'a', number: 1 },
    { kind: 'late', worker: 'a', number: 1 },
    { kind: 'claim', worker: 'b', number: 2 },
  ]);
  expect((await replayed(host, entries)).entries).toEqual(entries);
  expect(telling.detached()).toBe(1);
  expect(await telling.later()).toBeUndefined();
});

test.each([1, 3, 5, 6, 7, 9, 10])('a task that was killed after entry %i continues with higher numbers', async (kept) => {
  const data = scratch();
  const first = tellingWorld([claim('a'), claim('b'), claim('c')]);
  const task = hostIn(data, roles, { world: first.world }).start(goal(), 'x');
  await task.result;
  const whole = await journalOf(data, task.id);
  const lines = readFileSync(journalPath(data, task.id), 'utf8').split('\n');
  const at = Math.min(kept + 1, whole.length - 1);
  writeFileSync(journalPath(data, task.id), `${lines.slice(0, at).join('\n')}\n`);
  const before = whole.slice(0, at).filter(({ kind }) => kind === 'claim').length;
  const second = tellingWorld([claim('d')]);
  const host = hostIn(data, roles, { world: second.world });
  const { tape, writer } = reopenJournal(data, task.id);
  await host.resume(tape, writer).result;
  const outcomesLeft = 3 - whole.slice(0, at).filter(({ kind }) => kind === 'outcome').length;
  expect(second.numbers).toEqual(outcomesLeft > 0 ? [before + 1] : []);
  const entries = await journalOf(data, task.id);
  expect((await replayed(host, entries)).entries).toEqual(entries);
});
