import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidence } from '../../../test/support/declared.ts';
import { fakeMemory, recalled } from '../../../test/support/fake-memory.ts';
import { endsAtOnce, goal, hostIn, journalOf, role, settings, spec, step, told, worldOf } from '../../../test/support/parts.ts';
import { replayed } from '../../../test/support/replay.ts';
import { call, outcome, verdict } from '../../../test/support/rounds.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { turns } from '../../../test/support/turns.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { MemoryRecall } from '../../contracts/memory.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { createJournal, journalPath, reopenJournal } from '../../journal/files.ts';
import { tapeBefore, tapeOf } from '../../journal/tape.ts';
import type { TaskMemory } from '../../roles/r5-memory/task-memory.ts';
import { createSolver } from '../../roles/r7-solver/role.ts';
import type { Context, Draft, RoleFactory } from '../../roles/role.ts';
import type { Host, HostOptions } from '../host.ts';
import { createTally } from '../tally.ts';

const perceives = role('R1', {
  async *UserInput(message) {
    yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
    yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
  },
});

const query = { tags: [{ space: 'intent:s', entity: 'env:local' }] };

/** R2 asks memory before every plan, and repeats the answer in its manifest. */
const asks: RoleFactory = () => {
  let goal: TaskSpec | undefined;
  async function* plan(round: number, ts: string, { ask }: Context): AsyncGenerator<Draft> {
    if (!goal) return;
    const recall = await ask({ to: 'R5', type: 'MemoryQuery', payload: query });
    const manifest = {
      task_id: goal.task_id,
      round,
      subtasks: [],
      task_spec: goal,
      task_criteria: [],
      amended: [],
      surroundings: '',
      dispatched_at: ts,
    };
    yield { to: 'R4b', type: 'DispatchManifest', payload: { ...manifest, fingerprint: `told ${recall.space ?? recall.missing}` } };
  }
  return {
    id: 'R2',
    on: {
      async *TaskSpec({ ts, payload }, context) {
        goal = payload;
        yield* plan(1, ts, context);
      },
      async *PlanDirective({ ts, payload }, context) {
        yield* plan(payload.round + 1, ts, context);
      },
    },
  };
};

/** Ends the round with everything done, by two tools. */
const concludes = role('R4b', {
  async *DispatchManifest({ payload: { fingerprint } }) {
    const outcomes = [outcome([verdict()], { tool_calls: [call('glob'), call('read_file')] })];
    yield {
      to: 'R7',
      type: 'OutcomeSummary',
      payload: { summary: fingerprint, merged_output: null, elapsed_ms: 1, outcomes, task_verdicts: [] },
    };
  },
});

const roles = [perceives, asks, concludes, createSolver(evidence)];

/** In the first round, nothing is found. */
const missesFirst = role('R4b', {
  async *DispatchManifest(message, context) {
    const { task_id, payload } = message;
    if (payload.round > 1) return yield* concludes(settings).on.DispatchManifest?.(message, context) ?? [];
    const tool_calls = [call('read_file', { ok: false, error_class: 'not_found' })];
    const outcomes = [outcome([verdict({ verdict: 'fail', failure_class: 'environmental' })], { tool_calls })];
    const nothing = { gap_summary: '', failed_subtasks: [], correction_count: 0, elapsed_ms: 1, merged_output: null };
    yield { to: 'R7', type: 'ReplanRequest', payload: { task_id, round: 1, outcomes, recommendation: 'replan', ...nothing } };
  },
});
const hostWith = (data: string, memory?: TaskMemory, more: Partial<HostOptions> = {}): Host =>
  hostIn(data, roles, { ...(memory && { memory }), ...more });

async function run(memory?: TaskMemory, more: Partial<HostOptions> = {}) {
  const data = scratch();
  await using host = hostWith(data, memory, more);
  const task = host.start(goal());
  const result = await task.result;
  return { data, id: task.id, result, entries: await journalOf(data, task.id) };
}

const messages = (entries: readonly Entry[]): readonly MessageEntry[] =>
  entries.flatMap((entry) => (entry.kind === 'message' ? [entry] : []));
const recallsIn = (entries: readonly Entry[]) => messages(entries).filter(({ type }) => type === 'MemoryRecall');
const idsIn = (entries: readonly Entry[]) =>
  messages(entries).flatMap(({ type, payload }) => (type === 'Megram' && 'id' in payload ? [payload.id] : []));

/** Continues a task whose journal ends before `cut`. */
async function resumed(entries: readonly Entry[], cut: number, memory?: TaskMemory, more: Partial<HostOptions> = {}) {
  const data = scratch();
  const { task_id: id } = entries[0] as { task_id: TaskId };
  mkdirSync(join(data, 'tasks'), { recursive: true });
  writeFileSync(
    journalPath(data, id),
    entries
      .slice(0, cut)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  );
  const { tape, writer } = reopenJournal(data, id);
  await using host = hostWith(data, memory, more);
  const result = await host.resume(tape, writer).result;
  return { result, entries: await journalOf(data, id) };
}

describe('a task with a memory', () => {
  test('asks it and hears its answer, R7 as well as R2, and ends after everything that it writes', async () => {
    const memory = fakeMemory();
    const { entries, result, id } = await run(memory);
    expect(told(entries)).toEqual([
      ...['open', 'UserInput', 'TaskSpec', 'TaskSpec', 'MemoryQuery', 'MemoryRecall', 'MemoryRecall', 'DispatchManifest', 'OutcomeSummary'],
      ...['decision', 'Megram', 'Megram', 'Megram', 'FinalResult'],
    ]);
    expect(recallsIn(entries).map(({ from, to, reply_to }) => ({ from, to, reply_to }))).toEqual([
      { from: 'R5', to: 'R7', reply_to: undefined },
      { from: 'R5', to: 'R2', reply_to: `${id}-4` },
    ]);
    expect(result.summary).toBe('told intent:known');
    expect(memory.queries).toEqual([query]);
    expect(memory.handed).toEqual(messages(entries).flatMap(({ type, payload }) => (type === 'Megram' ? [payload] : [])));
    expect(memory.ids()).toEqual([`${id}-m01`, `${id}-m02`, `${id}-m03`]);
    expect(memory.handed[0]).toMatchObject({ space: 'intent:known', entity: 'env:local', state: 'accept', created_at: entries[8]?.ts });
  });

  test.each<[string, Partial<HostOptions>, boolean]>([
    ['has none', {}, false],
    ['has one', { memory: fakeMemory() }, true],
    ['has one and is to do without', { memory: fakeMemory(), settings: { ...settings, memory: false } }, false],
    ['is to remember and has none', { settings: { ...settings, memory: true } }, false],
  ])('is one whose host %s when it begins', async (_, more, expected) => {
    const { entries } = await run(undefined, more);
    expect(entries[0]).toMatchObject({ settings: { memory: expected } });
    expect(idsIn(entries)).toHaveLength(expected ? 3 : 0);
    expect(recallsIn(entries)[0]).toMatchObject({ payload: { missing: expected ? null : 'the task runs without memory' } });
  });

  test('that was begun without stays without, and writes nothing into the memory of a later host', async () => {
    const { entries } = await run();
    const memory = fakeMemory();
    await resumed(entries, entries.length - 1, memory);
    await resumed(entries, 3, memory);
    expect([...memory.queries, ...memory.handed]).toEqual([]);
  });

  test('that is not there any more continues, and R2 is told', async () => {
    const { entries } = await run(fakeMemory());
    const { result, entries: after } = await resumed(entries, 5);
    expect(result.summary).toBe('told there is no memory');
    expect(idsIn(after)).toEqual(idsIn(entries));
  });
});

test('a replay comes to the same entries, and neither asks memory nor writes', async () => {
  const { entries } = await run(fakeMemory());
  const memory = fakeMemory();
  const host = hostWith(scratch(), memory);
  for (let cut = 1; cut <= entries.length; cut += 1) {
    expect((await replayed(host, entries.slice(0, cut))).entries).toEqual(entries.slice(0, cut));
  }
  expect([...memory.queries, ...memory.handed]).toEqual([]);
});

test('a task that was killed after any entry writes every memory under the same id, asks only what has no answer, and replays', async () => {
  const inTwoRounds = { roles: [perceives, asks, missesFirst, createSolver(evidence)] };
  const { entries, result } = await run(fakeMemory(), inTwoRounds);
  expect(recallsIn(entries)).toHaveLength(4);
  expect(idsIn(entries)).toHaveLength(4);
  for (let cut = 2; cut < entries.length; cut += 1) {
    const memory = fakeMemory();
    const { entries: after, result: ended } = await resumed(entries, cut, memory, inTwoRounds);
    expect(ended, `cut ${cut}`).toMatchObject({ summary: result.summary, directive: 'accept', reason: 'met' });
    expect(after.slice(0, cut)).toEqual(entries.slice(0, cut));
    expect([...new Set(memory.ids())].toSorted(), `cut ${cut}`).toEqual(idsIn(entries));
    expect(idsIn(after)).toEqual(idsIn(entries));
    const answered = recallsIn(entries.slice(0, cut)).filter(({ to }) => to === 'R7').length;
    expect(memory.queries, `cut ${cut}`).toHaveLength(2 - answered);
    expect(
      recallsIn(after).map(({ to }) => to),
      `cut ${cut}`,
    ).toEqual(['R7', 'R2', 'R7', 'R2']);
    expect(after.at(-1)).toMatchObject({ type: 'FinalResult' });
    expect((await replayed(hostWith(scratch(), undefined, inTwoRounds), after)).entries).toEqual(after);
  }
});

describe('a fork', () => {
  async function forked(entries: readonly Entry[], seq: number, memory: TaskMemory) {
    const data = scratch();
    const { task_id: of } = entries[0] as { task_id: TaskId };
    const task_id = 'forked' as TaskId;
    const origin = { task_id: of, seq, at: '2026-01-01T00:00:00.000Z', cost: createTally().cost };
    await using host = hostWith(data, memory);
    const fork = { task_id, origin, settings: {}, journal: createJournal(data, task_id), onShared: () => {} };
    const task = await host.fork(tapeBefore(seq, tapeOf(entries)), fork);
    const result = await task.result;
    return { result, entries: await journalOf(data, task_id), data };
  }

  test('takes over what its origin was told, and writes under its own name', async () => {
    const { entries, result } = await run(fakeMemory());
    const memory = fakeMemory();
    const seq = told(entries).indexOf('DispatchManifest') + 1;
    const made = await forked(entries, seq, memory);
    expect(made.result.summary).toBe(result.summary);
    expect(memory.queries).toEqual([]);
    expect(recallsIn(made.entries)).toMatchObject([{ id: 'forked-5' }, { id: 'forked-6', task_id: 'forked', reply_to: 'forked-4' }]);
    expect(memory.ids()).toEqual(['forked-m01', 'forked-m02', 'forked-m03']);
    expect((await replayed(hostWith(scratch()), made.entries)).entries).toEqual(made.entries);
  });

  test('does not learn from what is its origin’s, not even when it is resumed', async () => {
    const { entries } = await run(fakeMemory());
    const memory = fakeMemory();
    const made = await forked(entries, told(entries).indexOf('Megram'), memory);
    expect(memory.ids()).toEqual([]);
    const again = fakeMemory();
    await resumed(made.entries, made.entries.length - 1, again);
    expect(again.ids()).toEqual([]);
  });
});

describe('a memory that', () => {
  const never = () => new Promise<never>(() => {});

  test.each<[string, TaskMemory['recall'], RegExp]>([
    ['never answers', never, /within 20 ms/],
    ['rejects', () => Promise.reject(new Error('no disk')), /no disk/],
    [
      'throws',
      () => {
        throw new Error('no disk');
      },
      /no disk/,
    ],
    ['answers what nobody can read', async () => ({ rules: 7 }) as never, /cannot be read/],
  ])('%s is one that could not be asked, and the task continues', async (_, recall, why) => {
    const { entries, result } = await run(fakeMemory({ recall }), { limits: { recallMs: 20 } });
    expect(result.summary).toMatch(why);
    expect(recallsIn(entries)).toMatchObject([
      { payload: { missing: expect.stringMatching(why) } },
      { payload: { space: null, rules: [] } },
    ]);
    expect(idsIn(entries)).toHaveLength(3);
  });

  test('takes its time is waited for: that is work, and no stall', async () => {
    let time = 0;
    const recall = async () => {
      await turns(20);
      time += 30;
      return recalled();
    };
    const { entries, result } = await run(fakeMemory({ recall }), { clock: { now: () => time, monotonic: () => time } });
    expect(told(entries)).not.toContain('Failure');
    expect(result.cost.active_ms).toBe(30);
  });

  test('takes longer than the task has time ends it like anything else that does', async () => {
    const { result } = await run(fakeMemory({ recall: never }), {
      settings: { ...settings, memory: true, caps: { ...settings.caps, active_ms: 20 } },
    });
    expect(result).toMatchObject({ reason: 'budget' });
  });

  test.each(Array.from({ length: 16 }, (_, at) => at))(
    'answers when the task is cancelled, %d turns later, is not heard any more',
    async (turns) => {
      const data = scratch();
      const answer = Promise.withResolvers<MemoryRecall>();
      const asked = Promise.withResolvers<void>();
      const recall = () => {
        asked.resolve();
        return answer.promise;
      };
      await using host = hostWith(data, fakeMemory({ recall }));
      const task = host.start(goal());
      await asked.promise;
      answer.resolve(recalled());
      for (let turn = 0; turn < turns; turn += 1) await null;
      task.cancel('enough');
      await task.result;
      const entries = await journalOf(data, task.id);
      const cancelled = told(entries).indexOf('Cancel');
      if (turns === 0) expect(cancelled).toBe(told(entries).indexOf('MemoryQuery') + 1);
      expect(cancelled === -1 ? [] : recallsIn(entries.slice(cancelled))).toEqual([]); // the task may have ended before the Cancel
      expect((await replayed(host, entries)).entries).toEqual(entries);
    },
  );

  test('is asked by a task that is ending is not asked', async () => {
    const busy = role('R1', {
      async *UserInput(message, { effects }) {
        yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
        await step(effects, { round: 0, step: 1 });
      },
    });
    const memory = fakeMemory();
    const data = scratch();
    await using host = hostIn(data, [busy, asks, endsAtOnce], { memory, world: worldOf(never), limits: { graceMs: 20 } });
    const task = host.start(goal());
    await task.result;
    expect(memory.queries).toEqual([]);
    expect(told(await journalOf(data, task.id)).slice(-3)).toEqual(['MemoryQuery', 'outcome', 'FinalResult']);
  });
});

describe('the end of a task', () => {
  /** Runs until everything but the FinalResult is on disk. */
  async function runToMegrams(memory: TaskMemory, limits: HostOptions['limits'] = {}) {
    const data = scratch();
    const host = hostWith(data, memory, { limits });
    const watch = host.watch();
    const task = host.start(goal());
    let seen = 0;
    for await (const each of watch) {
      if ('entry' in each && each.entry.kind === 'message' && each.entry.type === 'Megram') seen += 1;
      if (seen === 3) break;
    }
    return { data, host, task };
  }

  test('waits until what it writes is durable', async () => {
    const durable = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const settled = () => {
      begun.resolve();
      return durable.promise;
    };
    const { data, host, task } = await runToMegrams(fakeMemory({ settled }), { graceMs: 60_000 });
    await begun.promise;
    await new Promise(setImmediate);
    expect(told(await journalOf(data, task.id)).at(-1)).toBe('Megram');
    durable.resolve();
    await task.result;
    expect(told(await journalOf(data, task.id)).at(-1)).toBe('FinalResult');
    await host.close();
  });

  test('does not wait forever', async () => {
    const { result } = await run(fakeMemory({ settled: () => new Promise(() => {}) }), { limits: { graceMs: 20 } });
    expect(result).toMatchObject({ reason: 'met' });
  });

  test('that writes nothing waits for nothing', async () => {
    const memory = fakeMemory({ settled: () => new Promise(() => {}) });
    await using host = hostIn(scratch(), [perceives, createSolver(evidence)], { memory, limits: { graceMs: 600_000 } });
    expect(await host.start(goal()).result).toMatchObject({ reason: 'infrastructure', failure: 'stalled' });
    expect(memory.handed).toEqual([]);
  });

  test('is left to a later process where this one is told to stop meanwhile, and that one writes it all again', async () => {
    const { data, host, task } = await runToMegrams(fakeMemory({ settled: () => new Promise(() => {}) }), { graceMs: 60_000 });
    await host.close();
    await expect(task.result).rejects.toMatchObject({ code: 'stopped' });
    const entries = await journalOf(data, task.id);
    expect(told(entries)).not.toContain('FinalResult');
    const memory = fakeMemory();
    await resumed(entries, entries.length, memory);
    expect(memory.ids()).toEqual(idsIn(entries));
  });
});

describe('what the person wants remembered or forgotten', () => {
  const remember = { to: 'R5', type: 'Remember', payload: { content: 'I use tabs' } } as const;
  const forget = { to: 'R5', type: 'Forget', payload: { id: 'm1', purge: true } } as const;

  test('goes to memory under an id of its own, once more when the task is resumed, and not in a replay', async () => {
    const data = scratch();
    const memory = fakeMemory();
    await using host = hostWith(data, memory);
    const task = host.start(goal());
    task.send(remember);
    task.send(forget);
    await task.result;
    const entries = await journalOf(data, task.id);
    const fact = messages(entries).find(({ type }) => type === 'Remember');
    const expected = [
      { id: fact?.id, content: 'I use tabs', created_at: fact?.ts },
      { id: 'm1', purge: true },
    ];
    expect(memory.handed.slice(0, 2)).toEqual(expected);
    const again = fakeMemory();
    await resumed(entries, 5, again);
    expect(again.handed.slice(0, 2)).toEqual(expected);
    const none = fakeMemory();
    await replayed(hostWith(scratch(), none), entries);
    expect(none.handed).toEqual([]);
  });
});
