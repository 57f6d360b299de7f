import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { done, endsOnTrouble, final, goal, hostIn, modelAnswer, role, step, worldOf } from '../../test/support/parts.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { TaskSpec } from '../contracts/intent.ts';
import type { MessageOf } from '../contracts/messages.ts';
import type { Entry } from '../journal/entry.ts';
import { createJournal, journalPath, reopenJournal } from '../journal/files.ts';
import { readJournal } from '../journal/reader.ts';
import { writeJournal } from '../journal/writer.ts';
import type { Person } from './person.ts';
import type { Draft, MessageDraft } from './role.ts';

const spec = ({ task_id, payload }: MessageOf<'UserInput'>): TaskSpec => ({
  task_id,
  slug: 's',
  intent: 'i',
  constraints: { scope: null, deadline: null },
  raw_input: payload.text,
  kind: 'task',
  cwd: '/',
});

/** R1 passes the goal on to R7. */
const perceives = role('R1', {
  async *UserInput(message) {
    yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
  },
});

/** R7 ends the task as soon as it knows it. */
const endsAtOnce = role('R7', {
  ...endsOnTrouble,
  async *TaskSpec(message) {
    yield final(message.task_id, { summary: message.payload.raw_input });
  },
});

const endsOnlyOnTrouble = role('R7', endsOnTrouble);

const journalOf = async (data: string, id: TaskId): Promise<readonly Entry[]> => (await readJournal(journalPath(data, id))).entries;
const told = (entries: readonly Entry[]) => entries.map((entry) => (entry.kind === 'message' ? entry.type : entry.kind));

describe('a task', () => {
  test('ends with its FinalResult on disk, behind everything that led to it', async () => {
    const data = scratch();
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const task = host.start(goal('hello'));
    expect((await task.result).summary).toBe('hello');
    expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'TaskSpec', 'FinalResult']);
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

describe('a draft that is wrong is refused at its yield, and the refusal is journaled:', () => {
  const rows: readonly [string, unknown, string][] = [
    ['a type that does not exist', { to: 'R7', type: 'Gossip', payload: {} }, 'type_unknown'],
    ['a type from the prototype', { to: 'R7', type: 'constructor', payload: {} }, 'type_unknown'],
    ['no object at all', null, 'type_unknown'],
    ['a route that does not exist', { to: 'R3', type: 'TaskSpec', payload: {} }, 'route_refused'],
    ['a party that does not exist', { to: '../R7', type: 'TaskSpec', payload: {} }, 'route_refused'],
    ['a FinalResult from another role', final('x' as TaskId), 'route_refused'],
    ['a payload that misses a field', { to: 'R7', type: 'TaskSpec', payload: { slug: 's' } }, 'payload_refused'],
    ['a reply to no question', { to: 'R7', type: 'TaskSpec', payload: undefined, reply_to: 'x-1' }, 'payload_refused'],
    ['a decision without a name', { decision: '', inputs: {}, result: {} }, 'payload_refused'],
    ['a decision that is not JSON', { decision: 'd', inputs: { at: new Date(0) }, result: {} }, 'payload_refused'],
  ];
  test.each(rows)('%s', async (_, draft, code) => {
    const data = scratch();
    let seen: unknown;
    const wrong = role('R1', {
      async *UserInput(message) {
        try {
          yield draft as Draft;
        } catch (error) {
          seen = error;
        }
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
    });
    await using host = hostIn(data, [wrong, endsAtOnce]);
    const task = host.start(goal());
    await task.result;
    expect(seen).toMatchObject({ code });
    expect(await journalOf(data, task.id)).toContainEqual(expect.objectContaining({ kind: 'refusal', from: 'R1', code }));
  });

  test('what the person sends is refused in the same way', async () => {
    const data = scratch();
    await using host = hostIn(
      data,
      [
        endsOnlyOnTrouble,
        role('R1', {
          async *UserInput(_, { effects }) {
            await step(effects, { round: 0, step: 1 });
          },
        }),
      ],
      {
        world: worldOf(
          (_, signal) =>
            new Promise((resolve) =>
              signal.addEventListener('abort', () => resolve({ ms: 0, result: { ok: false, code: 'cancelled', detail: '' } })),
            ),
        ),
      },
    );
    const task = host.start(goal());
    expect(() => task.send({ to: 'R2', type: 'Cancel', payload: { why: '' } })).toThrow(expect.objectContaining({ code: 'route_refused' }));
    expect(() => task.send({ to: 'R3', type: 'ConfirmReply', payload: { hash: 'x', allowed: true }, reply_to: 'x-9' as never })).toThrow(
      expect.objectContaining({ code: 'route_refused' }),
    );
    task.cancel();
    await task.result;
    expect((await journalOf(data, task.id)).filter(({ kind }) => kind === 'refusal')).toHaveLength(2);
    expect(() => task.send({ to: 'R7', type: 'Cancel', payload: { why: '' } })).toThrow(expect.objectContaining({ code: 'task_over' }));
    task.cancel();
  });
});

describe('a handler that', () => {
  const trouble: readonly [string, NonNullable<Parameters<typeof role>[1]['UserInput']>, string][] = [
    [
      'throws',
      async function* () {
        throw new Error('oops');
      },
      'handler_failed in R1',
    ],
    [
      'throws before it starts',
      () => {
        throw new Error('oops');
      },
      'handler_failed in R1',
    ],
    [
      'lets a refusal pass',
      async function* () {
        yield { to: 'R3', type: 'Gossip' } as never;
      },
      'type_unknown in R1',
    ],
    ['ends without a word', async function* () {}, 'stalled in Host'],
    [
      'asks somebody who is not there',
      async function* (_, { ask }) {
        await ask({ to: 'R5', type: 'MemoryQuery', payload: { tags: [] } } as never);
      },
      'route_refused in R1',
    ],
    [
      'uses an effect key twice',
      async function* (_, { effects }) {
        await step(effects, { round: 0, step: 1 });
        await step(effects, { round: 0, step: 1 });
      },
      'effect_misuse in R1',
    ],
    [
      'asks for an effect at no place',
      async function* (_, { effects }) {
        await step(effects, { round: Number.NaN, step: 1.5 });
      },
      'effect_misuse in R1',
    ],
    [
      'asks for an effect with an input that could not be read back',
      async function* (_, { effects }) {
        const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
        await effects.tool({ round: 0, step: 1 }, { tool: 'x', input: deep, cwd: '/', workspace: '/' });
      },
      'payload_refused in R1',
    ],
    [
      'waits for two effects at once',
      async function* (_, { effects }) {
        await Promise.all([step(effects, { round: 0, step: 1 }), step(effects, { round: 0, step: 2 })]);
      },
      'effect_misuse in R1',
    ],
    [
      'goes on before its effect is answered',
      async function* (message, { effects }) {
        void step(effects, { round: 0, step: 1 });
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
      'effect_misuse in R1',
    ],
    [
      'drafts without end what is refused',
      async function* () {
        for (;;) {
          try {
            yield { to: 'R3', type: 'Gossip' } as never;
          } catch {}
        }
      },
      'runaway in R1',
    ],
    [
      'drafts without end',
      async function* (message) {
        for (;;) yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
      'runaway in R1',
    ],
  ];
  test.each(trouble)('%s becomes a Failure to R7', async (_, handler, summary) => {
    const data = scratch();
    await using host = hostIn(data, [role('R1', { UserInput: handler }), endsOnlyOnTrouble], { limits: { derived: 2_000 } });
    const task = host.start(goal());
    expect(await task.result).toMatchObject({ summary, directive: 'abandon', reason: 'infrastructure' });
    const entries = await journalOf(data, task.id);
    expect((await host.replay(entries)).entries).toEqual(entries);
  });

  test('cannot compute for ever: the task is halted and can be resumed', async () => {
    const data = scratch();
    await using host = hostIn(
      data,
      [
        role('R1', {
          async *UserInput() {
            await new Promise(() => {});
          },
        }),
        endsOnlyOnTrouble,
      ],
      { limits: { turnMs: 20 } },
    );
    const task = host.start(goal());
    await expect(task.result).rejects.toMatchObject({ code: 'handler_stuck' });
    expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'halt']);
    const { text, writer } = await reopenJournal(data, task.id);
    await using mended = hostIn(data, [perceives, endsAtOnce]);
    expect(await mended.resume(text.entries, writer).result).toMatchObject({ directive: 'accept' });
  });

  test('belongs to R7 and fails at a Failure halts the task', async () => {
    const data = scratch();
    const broken = role('R7', {
      async *Failure() {
        throw new Error('R7 too');
      },
    });
    await using host = hostIn(data, [
      role('R1', {
        async *UserInput() {
          throw new Error('oops');
        },
      }),
      broken,
    ]);
    const task = host.start(goal());
    await expect(task.result).rejects.toMatchObject({ code: 'handler_failed' });
    expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'Failure', 'halt']);
  });

  test('keeps another one busy, and so on without end, is stopped', async () => {
    const pingPong = [
      role('R1', {
        async *UserInput(message) {
          yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
        },
      }),
      role('R2', {
        async *TaskSpec() {
          yield { to: 'R5', type: 'MemoryQuery', payload: { tags: [] } };
        },
        async *MemoryRecall() {
          yield { to: 'R5', type: 'MemoryQuery', payload: { tags: [] } };
        },
      }),
      role('R5', {
        async *MemoryQuery() {
          yield { to: 'R2', type: 'MemoryRecall', payload: { rules: [], potentials: [], recent: [], dissonances: [] } };
        },
      }),
      endsOnlyOnTrouble,
    ];
    await using host = hostIn(scratch(), pingPong, { limits: { derived: 500 } });
    expect((await host.start(goal()).result).summary).toMatch(/^runaway/);
  });

  test('drafts 10,000 messages loses none of them, and raises one alarm', async () => {
    const data = scratch();
    let received = 0;
    const floods = role('R1', {
      async *UserInput(message) {
        for (let at = 0; at < 10_000; at += 1) yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
        yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
      },
    });
    const counts = role('R2', {
      async *TaskSpec() {
        received += 1;
      },
    });
    await using host = hostIn(data, [floods, counts, endsAtOnce]);
    const task = host.start(goal());
    await task.result;
    expect(received).toBe(10_000);
    expect(told(await journalOf(data, task.id)).filter((what) => what === 'alarm')).toHaveLength(1);
  });

  test('drafts a payload of 10 MB gets it through, to disk and to the other side', async () => {
    const data = scratch();
    const text = 'ü'.repeat(5 << 20);
    await using host = hostIn(data, [perceives, endsAtOnce]);
    const task = host.start(goal(text));
    expect((await task.result).summary).toBe(text);
    expect((await journalOf(data, task.id)).at(-1)).toMatchObject({ payload: { summary: text } });
  });
});

describe('a question', () => {
  const request = {
    subtask_id: 'x-1-1',
    tool: 'shell',
    action: 'rm x',
    cwd: '/',
    effects: [],
    reason: 'r',
    hash: 'h',
    rule: null,
  } as const;
  const asks = [
    role('R1', {
      async *UserInput(message) {
        yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
      },
    }),
    role('R2', {
      async *TaskSpec({ task_id }) {
        const subtask = {
          subtask_id: 'x-1-1',
          parent_task_id: task_id,
          index: 1,
          round: 1,
          sequence: 1,
          intent: 'i',
          success_criteria: [],
          context: '',
          tools: [],
          blocked: { tools: [], targets: [] },
          deadline: null,
        } as never;
        yield { to: 'R3', type: 'SubTask', payload: subtask };
      },
    }),
    role('R3', {
      async *SubTask(message, { ask }) {
        const { allowed } = await ask({ to: 'User', type: 'ConfirmRequest', payload: request as never });
        yield {
          to: 'R4a',
          type: 'ExecutionResult',
          payload: {
            subtask_id: message.payload.subtask_id,
            attempt: 1,
            status: 'completed',
            output: allowed,
            tool_calls: [],
            reason: null,
            refused: !allowed,
          },
        };
      },
    }),
    role('R4a', {
      async *ExecutionResult({ payload }) {
        throw new Error(`allowed: ${payload.output}`);
      },
    }),
    role('R7', {
      async *Failure({ task_id, payload }) {
        yield final(task_id, { summary: payload.detail });
      },
    }),
  ];
  const answers =
    (allowed: boolean): Person =>
    ({ id }, reply) =>
      reply({ to: 'R3', type: 'ConfirmReply', payload: { hash: 'h', allowed }, reply_to: id });

  test.each([[true], [false]])('is answered by the person: %s', async (allowed) => {
    await using host = hostIn(scratch(), asks, { person: answers(allowed) });
    expect((await host.start(goal()).result).summary).toBe(`allowed: ${allowed}`);
  });

  test('that nobody is there to answer gets a no', async () => {
    await using host = hostIn(scratch(), asks);
    expect((await host.start(goal()).result).summary).toBe('allowed: false');
  });

  test('is answered once: a second answer is refused', async () => {
    const errors: unknown[] = [];
    const twice: Person = (message, reply) => {
      answers(true)(message, reply);
      try {
        answers(false)(message, reply);
      } catch (error) {
        errors.push(error);
      }
    };
    await using host = hostIn(scratch(), asks, { person: twice });
    expect((await host.start(goal()).result).summary).toBe('allowed: true');
    expect(errors).toEqual([expect.objectContaining({ code: 'route_refused' })]);
  });

  test('that is answered after the end is refused, and the end stays the end', async () => {
    const data = scratch();
    const late: (() => void)[] = [];
    const person: Person = (message, reply) => void late.push(() => answers(true)(message, reply));
    await using host = hostIn(data, [...asks.slice(0, 4), endsOnlyOnTrouble], { person });
    const task = host.start(goal());
    for await (const seen of host.watch({ task_id: task.id }))
      if ('entry' in seen && seen.entry.kind === 'message' && seen.entry.type === 'ConfirmRequest') break;
    task.cancel();
    for (let tries = 0; tries < 20; tries += 1) {
      await new Promise(setImmediate);
      if (late.length > 0 && (await Promise.race([task.result, false]))) break;
    }
    await task.result;
    for (const answer of late) expect(answer).toThrow(expect.objectContaining({ code: 'task_over' }));
    expect(told(await journalOf(data, task.id)).at(-1)).toBe('FinalResult');
  });

  test.each<[string, Person]>([
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('gone');
      },
    ],
  ])('to a person whose side %s stops the run, which can be resumed', async (_, person) => {
    const data = scratch();
    await using host = hostIn(data, asks, { person });
    const task = host.start(goal());
    await expect(task.result).rejects.toThrow('gone');
    const { text, writer } = await reopenJournal(data, task.id);
    await using again = hostIn(data, asks, { person: answers(true) });
    expect((await again.resume(text.entries, writer).result).summary).toBe('allowed: true');
  });

  test('that was open when the process stopped is asked again, and waiting for it costs no active time', async () => {
    const data = scratch();
    let now = Date.parse('2026-01-01T00:00:00Z');
    const clock = { now: () => now, monotonic: () => now };
    await using first = hostIn(data, asks, { person: () => {}, clock });
    const task = first.start(goal());
    const stopped = expect(task.result).rejects.toMatchObject({ code: 'stopped' });
    for await (const seen of first.watch({ task_id: task.id }))
      if ('entry' in seen && seen.entry.kind === 'message' && seen.entry.type === 'ConfirmRequest') break;
    await first.close();
    await stopped;
    now += 3_600_000;
    const { text, writer } = await reopenJournal(data, task.id);
    await using second = hostIn(data, asks, {
      person: (message, reply) => {
        now += 60_000;
        answers(true)(message, reply);
      },
      clock,
    });
    const result = await second.resume(text.entries, writer).result;
    expect(result.summary).toBe('allowed: true');
    expect(result.cost.active_ms).toBe(0);
    expect((await journalOf(data, task.id)).filter(({ kind }) => kind === 'pause')).toMatchObject([{ ms: 3_600_000 }]);
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

test('what the person says while a tape is followed waits for its end, and what is refused of it is journaled', async () => {
  const data = scratch();
  const works = role('R1', {
    async *UserInput(_, { effects }) {
      await step(effects, { round: 0, step: 1 });
    },
  });
  const world = worldOf((_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(done(modelAnswer(''))))));
  const first = hostIn(data, [works, endsOnlyOnTrouble], { world });
  const { id, result } = first.start(goal());
  const stopped = expect(result).rejects.toMatchObject({ code: 'stopped' });
  for await (const seen of first.watch({ task_id: id })) if ('entry' in seen && seen.entry.kind === 'intent') break;
  await first.close();
  await stopped;

  const { text, writer } = await reopenJournal(data, id);
  await using second = hostIn(data, [works, endsOnlyOnTrouble], { world, limits: { graceMs: 20 } });
  const task = second.resume(text.entries, writer);
  task.send({ to: 'R2', type: 'Cancel', payload: { why: 'wrong way' } });
  task.cancel('enough');
  expect(await task.result).toMatchObject({ reason: 'cancelled', summary: 'enough' });
  expect(told(await journalOf(data, id)).slice(0, 6)).toEqual(['open', 'UserInput', 'intent', 'pause', 'refusal', 'Cancel']);
});

test('a host whose roles cannot be made starts nothing, and leaves nothing behind', async () => {
  const data = scratch();
  const broken = () => {
    throw new Error('no role');
  };
  const host = hostIn(data, [broken]);
  expect(() => host.start(goal(), 'x')).toThrow('no role');
  await expect(reopenJournal(data, 'x' as TaskId)).rejects.toMatchObject({ code: 'journal_missing' });
});

describe('a task that is ending while a question is open and an effect will not stop', () => {
  const roles = [
    role('R1', {
      async *UserInput(message, { ask }) {
        yield { to: 'R2', type: 'TaskSpec', payload: spec(message) };
        await ask({ to: 'User', type: 'ClarifyQuestion', payload: { question: 'which?' } });
      },
    }),
    role('R2', {
      async *TaskSpec(_, { effects }) {
        await step(effects, { round: 1, step: 1 });
      },
    }),
    endsOnlyOnTrouble,
  ];
  const world = worldOf(() => new Promise(() => {}));

  test('is not broken by an answer that comes too late', async () => {
    let answer = () => {};
    const person: Person = (message, reply) =>
      new Promise((_, reject) => {
        answer = () => {
          try {
            reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer: 'late' }, reply_to: message.id });
          } catch (error) {
            reject(error);
          }
        };
      });
    const data = scratch();
    await using host = hostIn(data, roles, { world, person, limits: { graceMs: 100 } });
    const task = host.start(goal());
    for await (const seen of host.watch({ task_id: task.id })) if ('entry' in seen && seen.entry.kind === 'intent') break;
    task.cancel();
    while (told(await journalOf(data, task.id)).at(-1) !== 'Cancel') await delay(1);
    await delay(5);
    answer();
    expect(await task.result).toMatchObject({ reason: 'cancelled' });
  });

  test('and is stopped then, asks nothing when it is resumed', async () => {
    const data = scratch();
    const first = hostIn(data, roles, { world, person: () => {}, limits: { graceMs: 200 } });
    const { id, result, cancel } = first.start(goal());
    const stopped = expect(result).rejects.toMatchObject({ code: 'stopped' });
    for await (const seen of first.watch({ task_id: id })) if ('entry' in seen && seen.entry.kind === 'intent') break;
    cancel();
    for await (const seen of first.watch({ task_id: id }))
      if ('entry' in seen && seen.entry.kind === 'message' && seen.entry.type === 'Cancel') break;
    await Promise.all([first.close(), stopped]);
    const { text, writer } = await reopenJournal(data, id);
    await using second = hostIn(data, roles, { world, limits: { graceMs: 20 } });
    expect(await second.resume(text.entries, writer).result).toMatchObject({ reason: 'cancelled' });
  });
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
      openJournal: () => writeJournal(openSync('/dev/full', 'a'), 0, '/dev/full'),
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

test('a goal that is changed after it was given is journaled and delivered as it was given', async () => {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  const input = { text: 'first', session: [], cwd: '/' };
  const task = host.start(input);
  input.text = 'second';
  expect((await task.result).summary).toBe('first');
});

test.each<[string, () => unknown]>([
  [
    'an iterator whose next throws',
    () => {
      throw new Error('no');
    },
  ],
  ['an iterator whose next is no promise', () => ({ done: true })],
  ['an iterator whose next resolves with nothing', async () => undefined],
  [
    'an iterator whose next rejects with what has no text',
    async () => {
      throw Object.create(null);
    },
  ],
])('%s ends the task, and nothing is left unhandled', async (_, next) => {
  const odd = role('R1', { UserInput: () => ({ [Symbol.asyncIterator]: () => ({ next }) }) as never });
  await using host = hostIn(scratch(), [odd, endsOnlyOnTrouble]);
  expect(await host.start(goal()).result).toMatchObject({ reason: 'infrastructure' });
});

test('an id that is a path never becomes a file', async () => {
  await using host = hostIn(scratch(), [perceives, endsAtOnce]);
  expect(() => host.start(goal(), '../../x' as TaskId)).toThrow(expect.objectContaining({ code: 'id_invalid' }));
});

test('closing the host stops what runs without ending it, with everything on disk', async () => {
  const data = scratch();
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
      world: worldOf((_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(done(modelAnswer('late')))))),
    },
  );
  const task = host.start(goal());
  await delay(5);
  await Promise.all([host.close(), expect(task.result).rejects.toMatchObject({ code: 'stopped' })]);
  expect(told(await journalOf(data, task.id))).toEqual(['open', 'UserInput', 'intent']);
});
