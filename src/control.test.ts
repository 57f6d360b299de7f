import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decide as decideInside } from './control/decide.ts';
import { distance as distanceInside } from './control/distance.ts';
import {
  type CriterionVerdict,
  decide,
  defaults,
  distance,
  implausibility,
  initialState,
  loss,
  macroState,
  type ReplanRequest,
  resourceCost,
} from './control.ts';

/** Every request for a new plan in the golden journals. */
const golden = new URL('../test/golden/', import.meta.url);
const requests = readdirSync(golden)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(new URL(name, golden), 'utf8').split('\n'))
  .filter((line) => line.includes('"type":"ReplanRequest"'))
  .map((line): ReplanRequest => JSON.parse(line).payload);
const [request] = requests;
if (!request) throw new Error('no golden journal holds a ReplanRequest');
const { outcomes } = request;
const [outcome] = outcomes;
const [verdict] = outcome?.criteria_verdicts ?? [];

test('valid input gives the same result as the inner functions', () => {
  expect(requests.length).toBeGreaterThan(3);
  for (const each of requests) {
    expect(decide(initialState, each)).toEqual(decideInside(initialState, each as never));
    expect(distance(each.outcomes)).toBe(distanceInside(each.outcomes as never));
  }
});

test('ids may be any text, constants may be partial, and fields that are not read may be missing', () => {
  const { task_id: _, ...bare } = { ...request, outcomes: outcomes.map((each) => ({ ...each, subtask_id: 'no id of ours!' })) };
  expect(decide(initialState, bare as never)).toEqual(decide(initialState, request));
  expect(resourceCost({ replans: 1, elapsedMs: 0 }, { maxReplans: 2 })).toBe(0.3);
  expect(resourceCost({ replans: 1, elapsedMs: 0 }, { maxReplans: 2, w1: undefined } as never)).toBe(0.3);
  expect(resourceCost({ replans: 0, elapsedMs: 1 }, { timeBudgetMs: 2.5 })).toBeCloseTo(0.16, 12);
});

test('the largest valid values give finite numbers', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const heavy = { ...verdict, weight: largest } as CriterionVerdict;
  expect(distance([], Array(1_000).fill(heavy))).toBe(1);
  expect(resourceCost({ replans: largest, elapsedMs: largest }, { w1: 100, w2: 100, maxReplans: 0, timeBudgetMs: 1 })).toBe(1);
  expect(loss({ D: 1, P: 1, Omega: largest }, { alpha: 100, beta: 100, lambda: 100 })).toSatisfy(Number.isFinite);
});

/** The message begins with the full path of the field. */
const startsWith = (place: string) => expect.toSatisfy((message: string) => message.startsWith(`${place} `));

describe('invalid input is refused, and the message says where it is', () => {
  const endless = Number.POSITIVE_INFINITY;
  const signal = { D: 0.5, P: 0.5, Omega: 0, gradL: 0 };
  test.each<[string, (...args: never[]) => unknown, readonly unknown[], string, string]>([
    ['no outcomes', distance, [], 'payload_refused', 'outcomes'],
    ['outcomes that are not a list', distance, [{}], 'payload_refused', 'outcomes'],
    ['an outcome that is nothing', implausibility, [[null]], 'payload_refused', 'outcomes[0]'],
    [
      'an outcome without verdicts',
      distance,
      [[{ ...outcome, criteria_verdicts: undefined }]],
      'payload_refused',
      'outcomes[0].criteria_verdicts',
    ],
    ['a weight that is not a number', distance, [[], [{ ...verdict, weight: Number.NaN }]], 'payload_refused', 'taskVerdicts[0].weight'],
    ['a verdict that there is not', implausibility, [[], [{ ...verdict, verdict: 'maybe' }]], 'payload_refused', 'taskVerdicts[0].verdict'],
    ['verdicts that are not a list', distance, [[], 'pass'], 'payload_refused', 'taskVerdicts'],
    ['nothing spent', resourceCost, [], 'usage', 'spent'],
    ['replans that are not a number', resourceCost, [{ replans: Number.NaN, elapsedMs: 0 }], 'usage', 'spent.replans'],
    ['time as text', resourceCost, [{ replans: 0, elapsedMs: '5' }], 'usage', 'spent.elapsedMs'],
    ['a negative constant', resourceCost, [{ replans: 0, elapsedMs: 0 }, { w1: -1 }], 'usage', 'constants.w1'],
    ['a constant that is not a number', loss, [{ D: 0, P: 0, Omega: 0 }, { alpha: Number.NaN }], 'usage', 'constants.alpha'],
    ['a constant that there is not', loss, [{ D: 0, P: 0, Omega: 0 }, { alfa: 1 }], 'usage', 'constants has an unknown key, alfa'],
    ['constants that are none', loss, [{ D: 0, P: 0, Omega: 0 }, null], 'usage', 'constants'],
    ['a loss without a part', loss, [{ D: 0, P: 0 }], 'usage', 'parts.Omega'],
    ['a signal without a direction', macroState, [{ ...signal, gradL: undefined }], 'usage', 'signal.gradL'],
    ['a signal that is not a number', macroState, [{ ...signal, D: Number.NaN }], 'usage', 'signal.D'],
    ['no state', decide, [undefined, request], 'payload_refused', 'state'],
    ['a state without its parts', decide, [{}, request], 'payload_refused', 'state.replans'],
    ['a request without outcomes', decide, [initialState, {}], 'payload_refused', 'request.elapsed_ms'],
    [
      'a request with a call of another kind',
      decide,
      [initialState, { ...request, outcomes: [{ ...outcome, tool_calls: [5] }] }],
      'payload_refused',
      'request.outcomes[0].tool_calls[0]',
    ],
    [
      'a time that is not a number',
      decide,
      [initialState, { ...request, elapsed_ms: Number.NaN }],
      'payload_refused',
      'request.elapsed_ms',
    ],
    ['an infinite weight', distance, [[], [{ ...verdict, weight: endless }]], 'payload_refused', 'taskVerdicts[0].weight'],
    [
      'weights with an infinite sum',
      distance,
      [[], Array(2).fill({ ...verdict, weight: 1e308 })],
      'payload_refused',
      'taskVerdicts[0].weight',
    ],
    ['endless time', resourceCost, [{ replans: 0, elapsedMs: endless }], 'usage', 'spent.elapsedMs'],
    ['an endless budget', resourceCost, [{ replans: 0, elapsedMs: 9 }, { timeBudgetMs: endless }], 'usage', 'constants.timeBudgetMs'],
    ['no budget', resourceCost, [{ replans: 0, elapsedMs: 9 }, { timeBudgetMs: 0 }], 'usage', 'constants.timeBudgetMs'],
    ['half a replan', resourceCost, [{ replans: 0, elapsedMs: 9 }, { maxReplans: 0.5 }], 'usage', 'constants.maxReplans'],
    ['a distance above 1', loss, [{ D: 1.1, P: 0, Omega: 0 }], 'usage', 'parts.D'],
    ['a negative share', loss, [{ D: 0, P: -0.1, Omega: 0 }], 'usage', 'parts.P'],
    ['an infinite cost', loss, [{ D: 0, P: 0, Omega: endless }], 'usage', 'parts.Omega'],
    ['an infinite constant', loss, [{ D: 0, P: 0, Omega: 0 }, { alpha: endless }], 'usage', 'constants.alpha'],
    ['an infinite direction', macroState, [{ ...signal, gradL: endless }], 'usage', 'signal.gradL'],
    ['an implausibility above 1', macroState, [{ ...signal, P: 2 }], 'usage', 'signal.P'],
    ['endless rounds', decide, [initialState, { ...request, elapsed_ms: endless }], 'payload_refused', 'request.elapsed_ms'],
    ['an infinite last loss', decide, [{ ...initialState, last: { L: endless, D: 0 } }, request], 'payload_refused', 'state.last.L'],
    ['giving up before the first round', decide, [initialState, request, { kill: 0 }], 'usage', 'constants.kill'],
    ['constants of another kind', decide, [initialState, request, { ...defaults, kill: 'two' }], 'usage', 'constants.kill'],
  ])('%s', (_, call, args, code, message) => {
    expect(() => call(...(args as never[]))).toThrow(expect.objectContaining({ name: 'ArtooError', code, message: startsWith(message) }));
  });
});
