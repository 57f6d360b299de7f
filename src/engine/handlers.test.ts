import { describe, expect, test } from 'vitest';
import {
  endsAtOnce,
  endsOnlyOnTrouble,
  final,
  goal,
  hostIn,
  journalOf,
  perceives,
  role,
  spec,
  step,
  told,
  worldOf,
} from '../../test/support/parts.ts';
import { replayed } from '../../test/support/replay.ts';
import { samples } from '../../test/support/samples.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { reopenJournal } from '../journal/files.ts';
import type { Draft } from '../roles/role.ts';

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
      'asks a role that is not there',
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
    expect((await replayed(host, entries)).entries).toEqual(entries);
  });

  test('cannot compute forever: the task is halted and can be resumed', async () => {
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
    const { tape, writer } = reopenJournal(data, task.id);
    await using mended = hostIn(data, [perceives, endsAtOnce]);
    expect(await mended.resume(tape, writer).result).toMatchObject({ directive: 'accept' });
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
          yield { to: 'R4b', type: 'DispatchManifest', payload: samples.DispatchManifest as never };
        },
        async *GroupMatched() {
          yield { to: 'R4b', type: 'DispatchManifest', payload: samples.DispatchManifest as never };
        },
      }),
      role('R4b', {
        async *DispatchManifest() {
          yield { to: 'R2', type: 'GroupMatched', payload: samples.GroupMatched as never };
        },
      }),
      endsOnlyOnTrouble,
    ];
    await using host = hostIn(scratch(), pingPong, { limits: { derived: 500 } });
    expect((await host.start(goal()).result).summary).toMatch(/^runaway/);
  });

  test('keeps asking memory, and nothing else, without end is stopped', async () => {
    const roles = [
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
      endsOnlyOnTrouble,
    ];
    await using host = hostIn(scratch(), roles, { limits: { derived: 500 } });
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
