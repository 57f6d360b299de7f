import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenEntries, goldenNames, readBack } from '../../../test/support/golden-entries.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Entry } from '../../journal/entry.ts';
import type { Span } from './span.ts';
import { createSpans } from './spans.ts';

const idOf = (entries: readonly Entry[]): TaskId => (entries[0]?.kind === 'open' ? entries[0].task_id : expect.fail('it is not opened'));

function spansOf(entries: readonly Entry[], withContent = false): readonly Span[] {
  const maker = createSpans(idOf(entries), { withContent });
  for (const entry of entries) maker.add(entry);
  return maker.spans();
}

/** One root; every other span has a parent before it, which encloses it; events are within their spans; no id twice. */
function expectTree(spans: readonly Span[]): void {
  const before = new Map<string, Span>();
  for (const span of spans) {
    expect(before.has(span.id)).toBe(false);
    expect(span.from).toBeLessThanOrEqual(span.to);
    for (const { ms } of span.events) expect(ms >= span.from && ms <= span.to).toBe(true);
    if (before.size === 0) expect(span.parent).toBeUndefined();
    else {
      const parent = before.get(span.parent ?? '') ?? expect.fail(`${span.name} has no parent`);
      expect(parent.from <= span.from && parent.to >= span.to, `${parent.name} lies around ${span.name}`).toBe(true);
    }
    before.set(span.id, span);
  }
}

const effectsIn = (entries: readonly Entry[]) => entries.flatMap((entry) => (entry.kind === 'intent' ? [entry.key] : []));
const keysOf = (spans: readonly Span[]) => spans.flatMap(({ attributes }) => attributes['artoo.effect.key'] ?? []);

/** The same entries at other times, which may run backwards. */
const timed = (entries: readonly Entry[], ms: readonly number[]): readonly Entry[] =>
  entries.map((entry, at) => ({ ...entry, ts: new Date(Date.UTC(2026, 0, 1) + (ms[at % ms.length] ?? 0)).toISOString() }));

describe.each(goldenNames)('the journal %s', (name) => {
  const entries = goldenEntries(name);

  test('gives one tree with a span for every effect', () => {
    const spans = spansOf(entries);
    expectTree(spans);
    expect(keysOf(spans)).toEqual(effectsIn(entries));
    expect(spans.filter(({ attributes }) => attributes['error.type'] === 'interrupted')).toEqual([]);
  });

  test('gives one tree whatever the clock says, and wherever the journal breaks off', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: entries.length }),
        (ms, length) => expectTree(spansOf(timed(entries.slice(0, length), ms))),
      ),
      { numRuns: 5 },
    );
  });

  test('gives the same spans each time, and tells no text of the task', () => {
    const text = JSON.stringify(spansOf(entries));
    expect(JSON.stringify(spansOf(entries))).toBe(text);
    for (const entry of entries) if (entry.kind === 'message' && entry.type === 'UserInput') expect(text).not.toContain(entry.payload.text);
    expect(text).not.toMatch(/gen_ai\.(?:input|output)\.messages|tool\.call\.(?:arguments|result)|evaluation\.explanation/);
  });
});

const named = (spans: readonly Span[], name: string): readonly Span[] => spans.filter((span) => span.name === name);
const only = (spans: readonly Span[], name: string): Span => named(spans, name)[0] ?? expect.fail(`there is no ${name}`);

/** The names from the task down to a span. */
function wayTo(spans: readonly Span[], span: Span): readonly string[] {
  const parent = spans.find(({ id }) => id === span.parent);
  return [...(parent ? wayTo(spans, parent) : []), span.name];
}
const byKey = (spans: readonly Span[], key: string): Span =>
  spans.find(({ attributes }) => attributes['artoo.effect.key'] === key) ?? expect.fail(`there is no ${key}`);

describe('where a span is', () => {
  const spans = spansOf(goldenEntries('giving-up'));

  test.each([
    ['0.0.0/R1/1.0', ['invoke_agent artoo', 'chat']],
    ['0.0.0/R2/0.0', ['invoke_agent artoo', 'look']],
    ['1.0.0/R2/1.0', ['invoke_agent artoo', 'round 1', 'plan R2', 'chat']],
    ['2.1.1/R3/1.0', ['invoke_agent artoo', 'round 2', 'sub-task 1', 'invoke_agent R3', 'chat']],
    ['2.1.1/R3/1.1', ['invoke_agent artoo', 'round 2', 'sub-task 1', 'invoke_agent R3', expect.stringMatching(/^execute_tool /)]],
    ['3.0.0/R2/5.0', ['invoke_agent artoo', 'round 3', 'chat']], // the handover is not a plan
  ])('%s', (key, way) => {
    expect(wayTo(spans, byKey(spans, key))).toEqual(way);
  });

  test('what memory was asked before a plan is part of planning', () => {
    const told = spansOf(goldenEntries('second-time-2'));
    expect(wayTo(told, only(told, 'search_memory memory'))).toEqual(['invoke_agent artoo', 'round 1', 'plan R2', 'search_memory memory']);
  });
});

test('rounds carry their loss, sub-tasks their verdicts, attempts that they were corrected, and the task how it ended', () => {
  const spans = spansOf(goldenEntries('giving-up'));
  expect(only(spans, 'round 1').attributes).toMatchObject({
    'artoo.loss.D': { decimal: expect.any(Number) },
    'artoo.loss.L': { decimal: expect.any(Number) },
    'artoo.directive': expect.any(String),
  });
  expect(only(spans, 'sub-task 1')).toMatchObject({ failed: 'failed', attributes: { 'artoo.status': 'failed', 'error.type': 'failed' } });
  expect(only(spans, 'sub-task 1').events).toContainEqual(
    expect.objectContaining({
      name: 'gen_ai.evaluation.result',
      attributes: expect.objectContaining({ 'gen_ai.evaluation.name': 'criterion 3', 'gen_ai.evaluation.score.label': 'fail' }),
    }),
  );
  expect(only(spans, 'invoke_agent R3').events.map((event) => event.name)).toEqual(['artoo.corrected']);
  expect(spans[0]).toMatchObject({ failed: expect.any(String), attributes: { 'artoo.directive': 'abandon' } });
});

test('with content, criteria and evidence are reported, and messages in the form of the conventions', () => {
  const spans = spansOf(goldenEntries('correction'), true);
  const asked = JSON.parse(String(byKey(spans, '1.1.1/R3/2.0').attributes['gen_ai.input.messages']));
  expect(asked).toEqual([
    { role: 'user', parts: [{ type: 'text', content: expect.any(String) }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'I read about the trip.' },
        { type: 'tool_call', id: expect.any(String), name: 'read_file', arguments: { path: 'trip.md' } },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: expect.any(String), response: expect.any(String) }] },
  ]);
  expect(JSON.stringify(spans.flatMap(({ events }) => events))).not.toContain('"criterion 1"');
});

test('an effect without an outcome lasts until the last entry, and was interrupted', () => {
  const entries = goldenEntries('first-task');
  const at = entries.findIndex(({ kind }) => kind === 'outcome');
  const spans = spansOf(timed(entries.slice(0, at), [0, 1_000, 2_000, 3_000]));
  expect(spans.at(-1)).toMatchObject({ failed: 'interrupted', to: spans[0]?.to });
});

test('a task has ended by its result or because the host gave up, and not before', () => {
  const entries = goldenEntries('first-task');
  const maker = createSpans(idOf(entries), { withContent: false });
  for (const entry of entries.slice(0, -1)) maker.add(entry);
  expect(maker.hasEnded).toBe(false);
  maker.add(readBack({ kind: 'halt', seq: entries.length, ts: '2026-01-01T00:00:01.000Z', code: 'handler_failed', detail: '' }));
  expect(maker.hasEnded).toBe(true);
  expect(maker.spans()[0]).toMatchObject({ failed: 'handler_failed', attributes: { 'error.type': 'handler_failed' } });
});

describe('a fork', () => {
  const shared = goldenEntries('giving-up');
  const [open, ...rest] = shared;
  const cost = { active_ms: 0, model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, model_ms: 0, tool_ms: 0 };
  const forkedAt = (seq: number): readonly Entry[] => [
    readBack({ ...open, origin: { task_id: 'the-origin', seq, at: '2026-01-01T00:00:00.000Z', cost } }),
    ...rest,
  ];

  test('leaves what it shares to its origin, and its own spans are where they would be', () => {
    const second = shared.findIndex((entry) => entry.kind === 'message' && entry.type === 'PlanDirective');
    const spans = spansOf(forkedAt(second));
    expectTree(spans);
    expect(spans[0]?.attributes).toMatchObject({ 'artoo.origin': 'the-origin', 'artoo.slug': expect.any(String) });
    expect(keysOf(spans)).toEqual(effectsIn(shared.slice(second)));
    expect(wayTo(spans, byKey(spans, '2.0.0/R2/1.0'))).toEqual(['invoke_agent artoo', 'round 2', 'plan R2', 'chat']);
  });

  test('has spans for what was under way at its beginning', () => {
    const intent = shared.findIndex((entry) => entry.kind === 'intent');
    expect(keysOf(spansOf(forkedAt(intent + 1)))).toEqual(effectsIn(shared));
  });

  test('has one tree wherever it begins', () => {
    for (let seq = 2; seq < shared.length; seq += 1) expectTree(spansOf(forkedAt(seq)));
  });
});
