import { describe, expect, test } from 'vitest';
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
  told,
  worldOf,
} from '../../../test/support/parts.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { turns } from '../../../test/support/turns.ts';
import type { MessageId } from '../../contracts/ids.ts';
import { reopenJournal } from '../../journal/files.ts';
import type { Person } from '../person.ts';

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

  test.each([
    [
      'with what to do instead, which steers the task first',
      ' only list them ',
      ['Steer R2', 'Steer R3', 'Steer R4a', 'Steer R4b', 'Steer R7'],
    ],
    ['with nothing to do instead', '  ', []],
  ])('is answered %s', async (_, instead, said) => {
    const data = scratch();
    const person: Person = ({ id }, reply) =>
      reply({ to: 'R3', type: 'ConfirmReply', payload: { hash: 'h', allowed: false, instead }, reply_to: id });
    await using host = hostIn(data, asks, { person });
    const task = host.start(goal());
    await task.result;
    const entries = await journalOf(data, task.id);
    const fromPerson = entries.flatMap((entry) =>
      entry.kind === 'message' && entry.from === 'User' && entry.type !== 'UserInput' ? [`${entry.type} ${entry.to}`] : [],
    );
    expect(fromPerson).toEqual([...said, 'ConfirmReply R3']);
  });

  test.each<[string, (id: MessageId) => { readonly hash: string; readonly reply_to?: MessageId }]>([
    ['to an action that is not asked about', (reply_to) => ({ hash: 'of before', reply_to })],
    ['to no question', () => ({ hash: 'h' })],
  ])('is open: a no %s steers nothing', async (_, about) => {
    const data = scratch();
    const person: Person = (message, reply) => {
      const { hash, ...to } = about(message.id);
      reply({ to: 'R3', type: 'ConfirmReply', payload: { hash, allowed: false, instead: 'only list them' }, ...to });
      if (!to.reply_to) answers(true)(message, reply);
    };
    await using host = hostIn(data, asks, { person });
    const task = host.start(goal());
    await task.result;
    expect(told(await journalOf(data, task.id))).not.toContain('Steer');
  });

  test('that no one is there to answer gets a no', async () => {
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
    const { tape, writer } = reopenJournal(data, task.id);
    await using again = hostIn(data, asks, { person: answers(true) });
    expect((await again.resume(tape, writer).result).summary).toBe('allowed: true');
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
    const { tape, writer } = reopenJournal(data, task.id);
    await using second = hostIn(data, asks, {
      person: (message, reply) => {
        now += 60_000;
        answers(true)(message, reply);
      },
      clock,
    });
    const result = await second.resume(tape, writer).result;
    expect(result.summary).toBe('allowed: true');
    expect(result.cost.active_ms).toBe(0);
    expect((await journalOf(data, task.id)).filter(({ kind }) => kind === 'pause')).toMatchObject([{ ms: 3_600_000 }]);
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

  const { tape, writer } = reopenJournal(data, id);
  await using second = hostIn(data, [works, endsOnlyOnTrouble], { world, limits: { graceMs: 20 } });
  const task = second.resume(tape, writer);
  task.send({ to: 'R2', type: 'Cancel', payload: { why: 'wrong way' } });
  task.cancel('enough');
  expect(await task.result).toMatchObject({ reason: 'cancelled', summary: 'enough' });
  expect(told(await journalOf(data, id)).slice(0, 6)).toEqual(['open', 'UserInput', 'intent', 'pause', 'refusal', 'Cancel']);
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
    await expect.poll(async () => told(await journalOf(data, task.id)).at(-1)).toBe('Cancel');
    await turns(5); // until R7 has the Cancel
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
    const { tape, writer } = reopenJournal(data, id);
    await using second = hostIn(data, roles, { world, limits: { graceMs: 20 } });
    expect(await second.resume(tape, writer).result).toMatchObject({ reason: 'cancelled' });
  });
});
