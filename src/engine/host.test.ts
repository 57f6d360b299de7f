import { describe, expect, test } from 'vitest';
import {
  done,
  endsAtOnce,
  endsOnlyOnTrouble,
  final,
  goal,
  hostIn,
  journalOf,
  modelAnswer,
  perceives,
  role,
  spec,
  step,
  told,
  worldOf,
} from '../../test/support/parts.ts';
import { replayed } from '../../test/support/replay.ts';
import { scratch } from '../../test/support/scratch.ts';
import { turns } from '../../test/support/turns.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { EffectOutcome } from '../effects/effects.ts';
import { createJournal, reopenJournal } from '../journal/files.ts';
import { type JournalWriter, journalFile, writeToFile } from '../journal/writer.ts';
import type { MessageDraft } from '../roles/role.ts';

describe('a task', () => {
  test('ends with its FinalResult on disk, after everything that led to it', async () => {
    const data = scratch();
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const task = host.start(goal('hello'));
    expect((await task.result).summary).toBe('hello');
    expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'TaskSpec', 'FinalResult']);
  });

  test('has the places that the person named in its settings, now or earlier in the session', async () => {
    const data = scratch();
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const session = [{ input: 'look at /srv/earlier', output: 'see /srv/not-said' }];
    const tasks = [host.start({ ...goal('how large is /var/log'), session }), host.start(goal('hello'))];
    const opened = await Promise.all(tasks.map(async ({ id, result }) => (await result) && (await journalOf(data, id))[0]));
    expect(opened).toMatchObject([
      { settings: { places: ['/var/log', '/srv/earlier'] } },
      { settings: expect.not.objectContaining({ places: expect.anything() }) },
    ]);
  });

  test('runs beside others, each in its own journal with its own roles', async () => {
    const data = scratch();
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const tasks = Array.from({ length: 50 }, (_, at) => host.start(goal(`goal ${at}`)));
    const results = await Promise.all(tasks.map(({ result }) => result));
    expect(results.map(({ summary }) => summary)).toEqual(tasks.map((_, at) => `goal ${at}`));
    for (const { id } of tasks) expect((await journalOf(data, id)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  test('has its cost summed from its journal by the host, whatever R7 says', async () => {
    const data = scratch();
    const asks = role('R1', {
      async *UserInput(message, { effects }) {
        await step(effects, { round: 0, step: 1 });
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
    });
    const lies = role('R7', {
      async *TaskSpec({ task_id }) {
        const draft = final(task_id) as MessageDraft<'FinalResult'>;
        yield { ...draft, payload: { ...draft.payload, cost: { model_calls: 99 } } as never };
      },
    });
    await using host = hostIn(data, [asks, lies], { world: worldOf(() => done(modelAnswer('x'))) });
    const { cost } = await host.start(goal()).result;
    expect(cost).toMatchObject({ model_calls: 1, tool_calls: 0, input_tokens: 1, output_tokens: 1 });
  });
});

describe('cancelling', () => {
  const works = role('R1', {
    async *UserInput(_, { effects }) {
      await step(effects, { round: 0, step: 1 });
    },
  });

  test('aborts every effect in flight, and R7 ends the task', async () => {
    const data = scratch();
    let aborted = 0;
    const world = worldOf(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            resolve({ ms: 5, result: { ok: false, code: 'cancelled', detail: 'stopped' } });
          });
        }),
    );
    await using host = hostIn(data, [works, endsOnlyOnTrouble], { world });
    const task = host.start(goal());
    for await (const seen of host.watch({ task_id: task.id })) if ('entry' in seen && seen.entry.kind === 'intent') break;
    task.cancel('enough');
    expect(await task.result).toMatchObject({ reason: 'cancelled', summary: 'enough' });
    expect(aborted).toBe(1);
    expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'intent', 'Cancel', 'outcome', 'FinalResult']);
  });

  test('does not wait for an effect that will not stop: its outcome is unknown, and the journal says so', async () => {
    const data = scratch();
    await using host = hostIn(data, [works, endsOnlyOnTrouble], { world: worldOf(() => new Promise(() => {})), limits: { graceMs: 20 } });
    const task = host.start(goal());
    for await (const seen of host.watch({ task_id: task.id })) if ('entry' in seen && seen.entry.kind === 'intent') break;
    task.cancel();
    expect(await task.result).toMatchObject({ reason: 'cancelled' });
    expect(await journalOf(data, task.id)).toContainEqual(
      expect.objectContaining({ kind: 'outcome', result: expect.objectContaining({ code: 'interrupted' }) }),
    );
  });
});

test('a host whose roles cannot be made starts nothing, and leaves nothing behind', async () => {
  const data = scratch();
  const broken = () => {
    throw new Error('no role');
  };
  const host = hostIn(data, [broken]);
  expect(() => host.start(goal(), 'x')).toThrow('no role');
  expect(() => reopenJournal(data, 'x' as TaskId)).toThrow(expect.objectContaining({ code: 'journal_missing' }));
});

describe('observers', () => {
  test('that never read, or that throw, cost the task nothing', async () => {
    await using host = hostIn(scratch(), [perceives, endsAtOnce]);
    using _sleeps = host.watch();
    const throws = (async () => {
      for await (const _ of host.watch()) throw new Error('observer');
    })();
    const thrown = expect(throws).rejects.toThrow('observer');
    expect(await host.start(goal()).result).toMatchObject({ directive: 'accept' });
    await thrown;
  });

  test('see entries only once they are on disk', async () => {
    const data = scratch();
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const task = host.start(goal());
    for await (const seen of host.watch({ task_id: task.id })) {
      const entries = await journalOf(data, task.id);
      expect('entry' in seen && entries.some(({ seq }) => seq === seen.entry.seq)).toBe(true);
    }
  });
});

describe('when the journal cannot be written', () => {
  test('before the task starts, nothing starts', () => {
    const host = hostIn('/dev/null/nowhere', [perceives, endsAtOnce]);
    expect(() => host.start(goal())).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
  });

  test('later on, nothing that is not on disk is delivered, and the task stops with what to do', async () => {
    const data = scratch();
    let delivered = 0;
    const counts = role('R7', {
      async *TaskSpec() {
        delivered += 1;
      },
    });
    const openJournal = (task_id: TaskId) => {
      const journal = createJournal(data, task_id);
      let flushes = 0;
      return {
        ...journal,
        flush: () => {
          flushes += 1;
          if (flushes > 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          journal.flush();
        },
      };
    };
    await using host = hostIn(data, [perceives, counts], { openJournal });
    const task = host.start(goal());
    await expect(task.result).rejects.toBeInstanceOf(Error);
    expect(delivered).toBe(0);
  });

  test('on a disk that is full, the error says what to do', async () => {
    const { openSync } = await import('node:fs');
    await using host = hostIn(scratch(), [perceives, endsAtOnce], {
      openJournal: () => writeToFile(journalFile(openSync('/dev/full', 'a'), 0, '/dev/full')),
    });
    expect(() => host.start(goal())).toThrow(
      expect.objectContaining({ code: 'journal_unwritable', hint: expect.stringContaining('space') }),
    );
  });
});

test('a clock that jumps back or ahead leaves times in order, and does not count as work', async () => {
  const data = scratch();
  const times = [1_000_000, 900_000, 900_500, 5_000_000, 5_000_100];
  let at = 0;
  let ran = 0;
  const clock = { now: () => times[Math.min(at++, times.length - 1)] ?? 0, monotonic: () => (ran += 100) };
  await using host = hostIn(data, [perceives, endsAtOnce], { clock });
  const task = host.start(goal(), 'jumps' as TaskId);
  const { cost } = await task.result;
  const entries = await journalOf(data, task.id);
  expect(entries.map(({ ts }) => ts)).toEqual(entries.map(({ ts }) => ts).toSorted());
  expect(entries.some(({ kind }) => kind === 'pause')).toBe(true);
  expect(cost.active_ms).toBeLessThan(2_000);
});

test('a pause right before the end is in the cost, so that a replay gives the same result', async () => {
  const data = scratch();
  let now = 0;
  const clock = { now: () => (now += 5_000), monotonic: () => now / 50 }; // the machine sleeps before every entry
  await using host = hostIn(data, [perceives, endsAtOnce], { clock });
  const task = host.start(goal(), 'sleeps' as TaskId);
  await task.result;
  const entries = await journalOf(data, task.id);
  expect(entries.at(-2)).toMatchObject({ kind: 'pause' });
  expect((await replayed(host, entries)).entries).toEqual(entries);
});

test('an outcome that comes while nothing but a slow commit is under way is delivered', async () => {
  const data = scratch();
  const answer = Promise.withResolvers<EffectOutcome>();
  let isAsked = false;
  const world = worldOf(() => {
    isAsked = true;
    return answer.promise;
  });
  const openJournal = (task_id: TaskId): JournalWriter => {
    const writer = createJournal(data, task_id);
    const flush = async () => {
      writer.flush();
      if (isAsked) answer.resolve(done(modelAnswer('')));
      await turns(3);
    };
    return {
      ...{ flush, sync: flush, mayAct: () => {}, waitedMs: () => 0, leave: () => {}, hasReceiptsOf: () => true },
      append: (entry) => writer.append(entry),
      close: () => writer.close(),
      [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
    };
  };
  const asks = role('R1', {
    async *UserInput(message, { effects }) {
      await step(effects, { round: 0, step: 1 });
      yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
    },
  });
  await using host = hostIn(data, [asks, endsAtOnce], { world, openJournal });
  expect((await host.start(goal('hello')).result).summary).toBe('hello');
});

test('a goal that is changed after it was given is journaled and delivered as it was given', async () => {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  const input = { text: 'first', session: [], cwd: '/' };
  const task = host.start(input);
  input.text = 'second';
  expect((await task.result).summary).toBe('first');
});

test('an id that is a path never becomes a file', async () => {
  await using host = hostIn(scratch(), [perceives, endsAtOnce]);
  expect(() => host.start(goal(), '../../x' as TaskId)).toThrow(expect.objectContaining({ code: 'id_invalid' }));
});

test('closing the host stops what runs without ending it, with everything on disk', async () => {
  const data = scratch();
  const begun = Promise.withResolvers<void>();
  const host = hostIn(
    data,
    [
      role('R1', {
        async *UserInput(_, { effects }) {
          await step(effects, { round: 0, step: 1 });
        },
      }),
      endsOnlyOnTrouble,
    ],
    {
      world: worldOf((_, signal) => {
        begun.resolve();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(done(modelAnswer('late')))));
      }),
    },
  );
  const task = host.start(goal());
  await begun.promise;
  await Promise.all([host.close(), expect(task.result).rejects.toMatchObject({ code: 'stopped' })]);
  expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'intent']);
});
