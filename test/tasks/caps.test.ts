/** Law 3 in whole tasks: time, tokens and money are capped over all calls together, however many run side by side. */
import { describe, expect, test } from 'vitest';
import type { Caps } from '../../src/laws/caps.ts';
import type { Model } from '../../src/models/model.ts';
import { except, plan, saying, writers, writing } from '../support/scripted.ts';
import { expectHonestEnd, failuresIn, runWholeTask } from '../support/whole-task.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const readsWell = { criterion: 'the answer is one short sentence', mode: 'plausible' };
const pass = (criterion: number) => ({ criterion, verdict: 'pass', failure_class: null, evidence: 'All are written.' });
const merged = { merged_output: 'All are written.', summary: 'All of them.', verdicts: [pass(0), pass(1)] };
const eight = {
  R4b: [{ answer: merged }],
  R2: [
    {
      answer: plan(
        names.map((name) => writing(name)),
        [...names.map((name) => ({ criterion: `${name}.txt is there`, check: { kind: 'file_exists', path: `${name}.txt` } })), readsWell],
      ),
    },
  ],
};

/** R1, R2, two steps for each of the eight sub-tasks, R4b. */
const calls = 19;

/** The same model, each of whose calls uses 100 tokens of input and as much output as it may, up to 50; 8 calls run at once. */
const greedy = (model: Model): Model => ({
  reserves: true,
  async step(request, origin, signal) {
    const held = await origin.spending.reserve({
      model: 'm',
      input_tokens: 100,
      output_tokens: 50,
      least_output_tokens: 10,
      usd: (output) => 0.01 * (100 + output),
    });
    await new Promise((resolve) => setImmediate(resolve));
    const usage = { input_tokens: 100, output_tokens: held.output_tokens, usd: 0.01 * (100 + held.output_tokens), model: 'm' };
    held.settle(usage);
    const silent = { reserve: async () => ({ output_tokens: 0, settle: () => {} }) };
    return { ...(await model.step(request, { ...origin, spending: silent }, signal)), usage };
  },
});

const run = (caps: Partial<Caps>) => runWholeTask({ model: greedy(saying(eight, writers(1, names))), caps });

describe('with eight sub-tasks side by side', () => {
  test('a cap that is not reached changes nothing', async () => {
    const ended = await run({ tokens: calls * 150, usd: 1.5 * calls });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      reason: 'met',
      cost: { model_calls: calls, input_tokens: 100 * calls, output_tokens: 50 * calls },
    });
    expect(ended.result.cost.usd).toBeCloseTo(1.5 * calls);
  });

  test.each([
    ['the first call', 109],
    ['the plan', 259],
    ['the first of the eight', 409],
    ['some of the eight', 1_000],
    ['all but the last call', calls * 150 - 41],
  ])('tokens that do not suffice for %s end the task, and are never exceeded', async (_, tokens) => {
    const ended = await run({ tokens });
    expectHonestEnd(ended);
    const { reason, failure, cost, directive } = ended.result;
    expect({ reason, failure, directive }).toEqual({ reason: 'budget', failure: 'budget_spent', directive: 'abandon' });
    const used = cost.input_tokens + cost.output_tokens;
    expect(used).toBeLessThanOrEqual(tokens);
    expect(tokens - used).toBeLessThan(110); // the least that another call would have needed
  });

  test('a cap is used to the last token: the last call gets what is left', async () => {
    const ended = await run({ tokens: calls * 150 - 40 });
    expect(ended.result).toMatchObject({ reason: 'met', cost: { input_tokens: 100 * calls, output_tokens: 50 * calls - 40 } });
  });

  test.each([5, 12.5, 26.5])('money ends the task, and is never exceeded: $%d', async (usd) => {
    const ended = await run({ usd });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'budget', failure: 'budget_spent' });
    expect(ended.result.cost.usd).toBeLessThanOrEqual(usd + 1e-9);
    expect(usd - ended.result.cost.usd).toBeLessThan(1.1);
  });
});

describe('the time is up', () => {
  /** A model that never answers R3, and reports when it is stopped. */
  const hanging = (stopped: () => void): Model =>
    except(
      saying({}),
      (role) => role === 'R3',
      (_, __, signal) => new Promise((___, reject) => signal.addEventListener('abort', () => reject(stopped()))),
    );

  test('while a call is under way: it is stopped, and the task ends with reason budget', async () => {
    let stopped = 0;
    const ended = await runWholeTask({ model: hanging(() => (stopped += 1)), caps: { active_ms: 1_000 } });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'budget', failure: 'budget_spent', directive: 'abandon' });
    expect(failuresIn(ended)).toEqual(['budget_spent in Host']);
    expect(ended.entries.filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
    expect(stopped).toBe(1);
    expect(ended.result.cost.active_ms).toBeGreaterThanOrEqual(1_000);
  });

  test('never, while only a person is awaited', async () => {
    const asking = saying({ R1: [{ answer: { slug: 's', intent: 'i', question: 'Which?' } }, { answer: { slug: 's', intent: 'i' } }] });
    const ended = await runWholeTask({
      model: asking,
      caps: { active_ms: 400 },
      clock: { now: () => 0, monotonic: () => 0 }, // only timers are left: it takes real time to see that one of them does not fire
      person: (message, reply) =>
        void setTimeout(() => reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer: 'this' }, reply_to: message.id }), 600),
    });
    expect(ended.result).toMatchObject({ reason: 'met' });
  });
});

test('a model that does not reserve is held to the caps by the size of its prompts', async () => {
  const free: Model = {
    step: (request, origin, signal) =>
      saying({}).step(request, { ...origin, spending: { reserve: async () => ({ output_tokens: 1, settle: () => {} }) } }, signal),
  };
  const ended = await runWholeTask({ model: free, caps: { tokens: 1_500 } });
  expectHonestEnd(ended);
  expect(ended.result).toMatchObject({ reason: 'budget', cost: { input_tokens: 0, output_tokens: 0 } });
});
