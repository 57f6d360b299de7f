import { expect, test } from 'vitest';
import type { EffectKey, MessageId, TaskId } from '../contracts/ids.ts';
import type { Entry } from '../journal/entry.ts';
import { createTally } from './tally.ts';

const ts = (seconds: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000).toISOString();
const key = (step: number) => `1.1.1/R3/${step}.0` as EffectKey;
const intent = (at: number, step: number, effect: 'model' | 'tool' = 'model'): Entry => ({
  kind: 'intent',
  seq: 0,
  ts: ts(at),
  key: key(step),
  effect,
  role: 'R3',
  repeatable: true,
  input: null,
  input_hash: '',
});
const outcome = (at: number, step: number, value: object): Entry => ({
  kind: 'outcome',
  seq: 0,
  ts: ts(at),
  key: key(step),
  ms: 10,
  result: { ok: true, value: value as never },
});
const envelope = { seq: 0, task_id: 't' as TaskId } as const;
const request = {
  subtask_id: 't-1-1' as never,
  tool: 'shell',
  action: 'rm x',
  cwd: '/',
  effects: [],
  more: 0,
  network: false,
  caution: false,
  reason: '',
  hash: 'h',
  rule: null,
};
const question = (at: number, id: string): Entry => ({
  kind: 'message',
  ...envelope,
  id: id as MessageId,
  ts: ts(at),
  from: 'R3',
  to: 'User',
  type: 'ConfirmRequest',
  payload: request,
});
const answer = (at: number, id: string): Entry => ({
  kind: 'message',
  ...envelope,
  id: 't-9' as MessageId,
  ts: ts(at),
  from: 'User',
  to: 'R3',
  type: 'ConfirmReply',
  payload: { hash: 'h', allowed: true },
  reply_to: id as MessageId,
});
const query = (at: number, id: string): Entry => ({
  kind: 'message',
  ...envelope,
  id: id as MessageId,
  ts: ts(at),
  from: 'R2',
  to: 'R5',
  type: 'MemoryQuery',
  payload: { tags: [] },
});
const recall = (at: number, id: string): Entry => ({
  kind: 'message',
  ...envelope,
  id: 't-8' as MessageId,
  ts: ts(at),
  from: 'R5',
  to: 'R2',
  type: 'MemoryRecall',
  payload: { space: null, rules: [], potentials: [], recent: [], dissonances: [], missing: null },
  reply_to: id as MessageId,
});
const pause = (at: number, ms: number): Entry => ({ kind: 'pause', seq: 0, ts: ts(at), ms });

const activeMs = (entries: readonly Entry[]): number => {
  const tally = createTally();
  for (const entry of entries) tally.add(entry);
  return tally.activeMs;
};

test.each<[string, readonly Entry[], number]>([
  ['nothing', [], 0],
  ['one entry', [pause(5, 0)], 0],
  ['a model step', [intent(0, 1), outcome(7, 1, {})], 7000],
  ['waiting for a person', [question(0, 't-1'), answer(100, 't-1')], 0],
  ['waiting for a person while an effect runs', [intent(0, 1), question(0, 't-1'), answer(100, 't-1')], 100_000],
  ['an effect that ends while a person is awaited', [intent(0, 1), question(0, 't-1'), outcome(3, 1, {}), answer(100, 't-1')], 3000],
  ['waiting for memory', [query(0, 't-1'), recall(2, 't-1')], 2000],
  ['waiting for a person and for memory', [question(0, 't-1'), query(0, 't-2'), recall(2, 't-2'), answer(100, 't-1')], 2000],
  ['two questions, one answered', [question(0, 't-1'), question(0, 't-2'), answer(10, 't-1'), answer(30, 't-2'), intent(31, 1)], 1000],
  ['a pause', [intent(0, 1), pause(60, 59_000), outcome(62, 1, {})], 3000],
  ['a pause longer than what passed', [intent(0, 1), pause(10, 99_000)], 0],
])('the active time of %s', (_, entries, expected) => {
  expect(activeMs(entries)).toBe(expected);
});

test('model steps, tool calls, tokens and changes on disk are summed from outcomes, and garbage in them adds nothing', () => {
  const tally = createTally();
  const changed = [{ path: '/x', change: 'created' }];
  const entries = [
    intent(0, 1),
    outcome(1, 1, { text: '', calls: [], usage: { input_tokens: 3, output_tokens: 4 } }),
    intent(1, 2, 'tool'),
    outcome(2, 2, { ok: true, output: '', truncated: false, changed }),
    intent(2, 3),
    outcome(3, 3, { usage: { input_tokens: 'many' } }),
    outcome(3, 4, { text: '', calls: [], usage: { input_tokens: 3, output_tokens: 4 } }),
  ];
  for (const entry of entries) tally.add(entry);
  expect(tally.cost).toEqual({
    active_ms: 3000,
    model_calls: 2,
    tool_calls: 1,
    input_tokens: 3,
    output_tokens: 4,
    model_ms: 20,
    tool_ms: 10,
    usd: 0,
    unpriced: [],
    by_role: [
      {
        role: 'R3',
        model_calls: 2,
        tool_calls: 1,
        input_tokens: 3,
        output_tokens: 4,
        model_ms: 20,
        tool_ms: 10,
        usd: 0,
        unpriced: [],
      },
    ],
  });
  expect(tally.changed).toEqual(changed);
});

test('the pace of the models is the mean duration of their calls, where it was highest', () => {
  const tally = createTally();
  const answered = (step: number, ms: number, effect: 'model' | 'tool' = 'model'): number => {
    tally.add(intent(0, step, effect));
    tally.add({ ...outcome(0, step, {}), ms } as Entry); // an outcome that took this long
    return tally.callMs;
  };
  expect(tally.callMs).toBe(0);
  expect([answered(1, 10_000), answered(2, 30_000), answered(3, 2_000), answered(4, 90_000, 'tool'), answered(5, 78_000)]).toEqual([
    10_000, 20_000, 20_000, 20_000, 30_000,
  ]);
});

test('figures that no provider told are marked as upper bounds, for the role and for the whole', () => {
  const tally = createTally();
  const used = (more: object) => ({ text: '', calls: [], usage: { input_tokens: 3, output_tokens: 4, ...more } });
  for (const entry of [intent(0, 1), outcome(1, 1, used({}))]) tally.add(entry);
  expect(tally.cost).not.toHaveProperty('estimated');
  for (const entry of [intent(1, 2), outcome(2, 2, used({ estimated: true }))]) tally.add(entry);
  expect(tally.cost).toMatchObject({ input_tokens: 6, estimated: true, by_role: [{ role: 'R3', estimated: true }] });
});
