import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolsIn } from '../../test/support/lawful.ts';
import { plainSurroundings } from '../../test/support/plain-look.ts';
import { gateOf } from '../../test/support/reading-gate.ts';
import { scratch } from '../../test/support/scratch.ts';
import { silentModel } from '../../test/support/silent-model.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import { late, there } from '../contracts/late.ts';
import type { Json } from '../contracts/shapes/json.ts';
import type { LookRequest } from '../contracts/surroundings.ts';
import type { Intent } from '../journal/entry.ts';
import { createRedactor } from '../journal/redact.ts';
import { uncapped } from '../laws/caps.ts';
import type { Model, ModelAnswer } from '../models/model.ts';
import { createObserver } from '../tools/observing/observe.ts';
import { succeeded, type Tool } from '../tools/tool.ts';
import { createToolbox } from '../tools/toolbox.ts';
import { type EffectKind, effectKey, inputHash } from './effects.ts';
import { createLiveWorld } from './live.ts';
import { createPurse } from './purse.ts';

const task = { task_id: 't' as TaskId, purse: createPurse(uncapped, { tokens: 0, usd: 0 }) };
const running = () => new AbortController().signal;
const intent = (effect: EffectKind, input: object, repeatable = true): Intent => ({
  kind: 'intent',
  seq: 0,
  ts: '',
  key: '1.1.1/R3/1.0' as EffectKey,
  effect,
  role: 'R3',
  repeatable,
  input: input as Json,
  input_hash: '',
});
const modelStep = intent('model', { system: '', turns: [], tools: [] });

const observe = createObserver({ gate: gateOf() });
const look = () => Promise.reject(new Error('it is dark'));

const answering = (step: Model['step']) =>
  createLiveWorld({
    model: () => ({ step }),
    means: there({ toolbox: createToolbox([]), observe, look, redact: createRedactor([{ name: 'KEY', value: 'hunter2hunter2' }]) }),
    limits: { model: 30, tool: 30, check: 30, look: 30 },
  });
const answer = (text: string): ModelAnswer => ({ text, calls: [], usage: { input_tokens: 0, output_tokens: 0 } });

const withTools = (...tools: Tool[]) =>
  createLiveWorld({
    model: () => ({ step: () => Promise.reject(new Error('no model')) }),
    means: there({ toolbox: createToolbox(tools), observe, look, redact: createRedactor([]) }),
  });

describe('a model step', () => {
  test('comes back with its answer, secrets taken out of every part of it', async () => {
    const calls = [{ call_id: 'c', tool: 'x', input: { hunter2hunter2: ['a hunter2hunter2 b'] } }];
    const { result } = await answering(async () => ({ ...answer('it is hunter2hunter2'), calls })).perform(modelStep, task, running());
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test.each<[string, Model['step'], string]>([
    ['that fails', () => Promise.reject(new Error('ECONNREFUSED')), 'model_unreachable'],
    [
      'that throws before it starts',
      () => {
        throw new Error('oops');
      },
      'model_unreachable',
    ],
    ['that fails with a code of ours', () => Promise.reject(new ArtooError('cassette_mismatch', '')), 'cassette_mismatch'],
    ['that answers nonsense', async () => ({ text: 7 }) as never, 'answer_unreadable'],
    [
      'that answers with something too deep for a journal',
      async () => ({ ...answer(''), calls: [{ call_id: 'c', tool: 't', input: JSON.parse(`${'['.repeat(98)}${']'.repeat(98)}`) }] }),
      'answer_unreadable',
    ],
    ['that never answers', () => new Promise(() => {}), 'model_timed_out'],
    [
      'that stops at its limit',
      (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      'model_timed_out',
    ],
  ])('%s is an outcome, never a rejection', async (_, step, code) => {
    expect(await answering(step).perform(modelStep, task, running())).toMatchObject({ result: { ok: false, code } });
  });

  test('whose error names a secret does not pass it on', async () => {
    const { result } = await answering(() => Promise.reject(new Error('401 for hunter2hunter2'))).perform(modelStep, task, running());
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('that is cancelled, before or while it runs, says so', async () => {
    const stop = new AbortController();
    const world = answering(silentModel.step);
    const under = world.perform(modelStep, task, stop.signal);
    stop.abort();
    expect(await under).toMatchObject({ result: { ok: false, code: 'cancelled' } });
    expect(await world.perform(modelStep, task, stop.signal)).toMatchObject({ result: { ok: false, code: 'cancelled' } });
  });
});

describe('an effect that an earlier process left without an outcome', () => {
  const counted = (repeatable: boolean) => {
    const tool = {
      name: 'count',
      description: '',
      input: z.object({}),
      target: () => '',
      timeoutMs: 1_000,
      changes: () => false,
      repeatable: () => repeatable,
      runs: 0,
      async run() {
        tool.runs += 1;
        return succeeded('done');
      },
    };
    return tool;
  };
  const request = (tool: string, input: Json) => ({ tool, input, cwd: '/', workspace: '/' });

  test('is performed again when that is safe', async () => {
    const tool = counted(true);
    expect(await withTools(tool).recover(intent('tool', request('count', {})), task, running(), 1)).toMatchObject({ result: { ok: true } });
    expect(tool.runs).toBe(1);
  });

  test('is not performed again when that is not safe and nothing can be looked up', async () => {
    const tool = counted(false);
    const { result } = await withTools(tool).recover(intent('tool', request('count', {}), false), task, running(), 1);
    expect(result).toMatchObject({ ok: false, code: 'interrupted' });
    expect(tool.runs).toBe(0);
  });

  test.each([
    ['was applied: that is its outcome', true, 1],
    ['was not applied: it is made now', false, 1],
  ])('and which %s', async (_, before, times) => {
    const cwd = scratch();
    const toolbox = toolsIn(cwd, scratch());
    const call = { tool: 'shell', input: { command: 'echo x >> log; echo done' }, cwd, workspace: cwd };
    const made = intent('tool', call, false);
    const world = createLiveWorld({
      model: () => expect.unreachable(),
      means: there({ toolbox, observe, look, redact: createRedactor([]) }),
    });
    if (before) await world.perform(made, task, running());
    expect(await world.recover(made, task, running(), 1)).toMatchObject({ result: { ok: true, value: { ok: true, output: 'done\n' } } });
    expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('x\n'.repeat(times));
  });
});

test('what was applied before a cancel is reported as it happened, and nothing is applied after it', async () => {
  const cwd = scratch();
  const world = createLiveWorld({
    model: () => expect.unreachable(),
    means: there({ toolbox: toolsIn(cwd, scratch()), observe, look, redact: createRedactor([]) }),
  });
  const written = (path: string, key: string): Intent => ({
    ...intent('tool', { tool: 'write_file', input: { path, content: 'mine' }, cwd, workspace: cwd }, false),
    key: key as EffectKey,
  });
  const [x, y] = [written('x.txt', '1.1.1/R3/1.1'), written('y.txt', '1.1.1/R3/1.2')];
  await world.perform(x, task, running());
  const aborted = AbortSignal.abort();
  expect(await world.recover(x, task, aborted, 1)).toMatchObject({ result: { ok: true, value: { ok: true } } });
  expect(await world.recover(y, task, aborted, 1)).toMatchObject({ result: { ok: false, code: 'cancelled' } });
});

test('a check sees what is there and what is not', async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'x'), 'abc');
  const look = (path: string) => withTools().perform(intent('check', { look: { kind: 'file_exists', path }, cwd }), task, running());
  expect(await look('x')).toMatchObject({ result: { ok: true, value: { of: 'file', bytes: 3 } } });
  expect(await look('y')).toMatchObject({ result: { ok: true, value: { of: 'file', bytes: null } } });
  expect(await look('x/y')).toMatchObject({ result: { ok: true, value: { of: 'file', bytes: null } } });
  expect(await look('\0')).toMatchObject({ result: { ok: true, value: { of: 'nothing' } } });
});

test('which effects may be repeated is known before they are performed', () => {
  const home = scratch();
  const world = createLiveWorld({
    model: () => expect.unreachable(),
    means: there({ toolbox: toolsIn(home, home), observe, look, redact: createRedactor([]) }),
  });
  const tool = (name: string, input: Json) => world.repeatable('tool', { tool: name, input, cwd: '/', workspace: '/' });
  expect([world.repeatable('model', {}), world.repeatable('check', {})]).toEqual([true, true]);
  expect(tool('write_file', { path: 'a', content: '' })).toBe(false);
  expect([tool('write_file', {}), tool('none', {})]).toEqual([true, true]); // calls that are refused change nothing
});

test('keys name their place, and hashes their input', () => {
  expect(effectKey('R4a', { round: 2, subtask: 3, attempt: 1, step: 4, call: 5 })).toBe('2.3.1/R4a/4.5');
  expect(effectKey('R1', { round: 0, step: 1 })).toBe('0.0.0/R1/1.0');
  expect(inputHash({ a: 1 })).not.toBe(inputHash({ a: 2 }));
  expect(inputHash({ a: 1 })).toBe(inputHash({ a: 1 }));
});

describe('a look around', () => {
  const request = { cwd: '/home', workspace: '/work' };
  const world = (model: Model, names = ['hunter2hunter2']) =>
    createLiveWorld({
      model: () => model,
      means: there({
        toolbox: createToolbox([]),
        observe,
        look: async (asked: LookRequest) => plainSurroundings(asked, { programs: names }),
        redact: createRedactor([{ name: 'KEY', value: 'hunter2hunter2' }]),
      }),
    });
  const step = () => Promise.reject(new Error('no model'));

  test('may be repeated, and comes back without secrets', async () => {
    const live = world({ step });
    expect(live.repeatable('look', request)).toBe(true);
    for (const act of [live.perform, live.recover]) {
      const { result } = await act(intent('look', request), task, running(), 1);
      expect(result).toMatchObject({ ok: true, value: { cwd: '/home', programs: [expect.not.stringContaining('hunter2')] } });
    }
  });

  test('is played from a record that has it', async () => {
    const played = plainSurroundings({ cwd: '/then', workspace: '/there' });
    const { result } = await world({ step, seen: () => played }).perform(intent('look', request), task, running());
    expect(result).toEqual({ ok: true, value: played });
  });
});

test('what effects need is loaded once the first request is on its way, and is not part of the time that the model took', async () => {
  const loading = Promise.withResolvers<void>();
  let loads = 0;
  const means = late(async () => {
    loads += 1;
    await loading.promise;
    return { toolbox: createToolbox([]), observe, look, redact: createRedactor([{ name: 'KEY', value: 'hunter2hunter2' }]) };
  });
  const asked: number[] = [];
  const step: Model['step'] = async (_request, { onSent }) => {
    asked.push(loads);
    onSent?.();
    return answer('it is hunter2hunter2');
  };
  const world = createLiveWorld({ model: () => ({ step }), means });
  const performed = world.perform(modelStep, task, running());
  await expect.poll(() => loads).toBe(1);
  loading.resolve();
  expect(JSON.stringify((await performed).result)).not.toContain('hunter2');
  await world.perform(modelStep, task, running());
  expect([asked, loads]).toEqual([[0, 1], 1]);
});
