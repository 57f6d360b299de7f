import { expect, test } from 'vitest';
import { createUsageReader, type UsageFormat } from './read-usage.ts';

const lines = (...all: readonly object[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join('');
const answer = (id: string, input_tokens: number, more: object = {}) => ({
  ...{ type: 'assistant', parent_tool_use_id: null, ...more },
  message: { id, model: 'm-1', usage: { input_tokens, cache_read_input_tokens: 50, cache_creation_input_tokens: 0, output_tokens: 1 } },
});
const result = (contextWindow: number | undefined, total_cost_usd = 0.042) => ({
  ...{ type: 'result', subtype: 'success', total_cost_usd },
  usage: { input_tokens: 3_000, cache_creation_input_tokens: 0, cache_read_input_tokens: 100, output_tokens: 30 },
  modelUsage: { 'm-1': { inputTokens: 3_000, outputTokens: 30, contextWindow } },
});
const step = (input: number, cost: number | undefined) => ({
  type: 'step_finish',
  part: { type: 'step-finish', reason: 'stop', tokens: { total: 1, input, output: 10, reasoning: 2, cache: { write: 3, read: 4 } }, cost },
});
const gemini = { total_tokens: 1_110, input_tokens: 1_000, output_tokens: 110, cached: 0, models: { 'gemini-2.5-pro': {} } };
const codex = { input_tokens: 1_000, cached_input_tokens: 200, output_tokens: 100, reasoning_output_tokens: 0 };

test.each<[string, UsageFormat, string, object | undefined]>([
  [
    'claude',
    'claude',
    lines({ type: 'system', subtype: 'init' }, answer('a', 1_000), answer('b', 1_950), result(10_000)),
    { inputTokens: 3_100, outputTokens: 30, usd: 0.042, modelCalls: 2, models: ['m-1'], contextPercent: 20 },
  ],
  [
    'claude that was stopped',
    'claude',
    lines(answer('a', 1_000), answer('a', 1_000)),
    { inputTokens: 1_050, outputTokens: 1, modelCalls: 1 },
  ],
  ['a helper of claude', 'claude', lines(answer('a', 1_000, { parent_tool_use_id: 'x' })), undefined],
  ['claude without a price', 'claude', lines(result(undefined, 0)), { inputTokens: 3_100, outputTokens: 30, models: ['m-1'] }],
  ['codex', 'codex', lines({ type: 'turn.started' }, { type: 'turn.completed', usage: codex }), { inputTokens: 1_000, outputTokens: 100 }],
  [
    'gemini',
    'gemini',
    `YOLO mode is enabled.\n${lines({ type: 'result', status: 'success', stats: gemini })}`,
    { inputTokens: 1_000, outputTokens: 110, models: ['gemini-2.5-pro'] },
  ],
  ['opencode', 'opencode', lines(step(100, 0.5), step(200, 0.25)), { inputTokens: 314, outputTokens: 24, modelCalls: 2, usd: 0.75 }],
  ['opencode without a price', 'opencode', lines(step(100, 0.5), step(200, 0)), { inputTokens: 314, outputTokens: 24, modelCalls: 2 }],
  ['nothing of use', 'opencode', 'hello\n{"type":"step_finish"}\n{"type":"text"\n[]\n', undefined],
])('%s is read, in pieces of any size', (_, format, printed, used) => {
  const [whole, cut] = [createUsageReader(format), createUsageReader(format)];
  whole.take(printed);
  for (const piece of printed.match(/[\s\S]{1,7}/g) ?? []) cut.take(piece);
  expect([whole.used(), cut.used()]).toEqual([used, used]);
});

test('the window that one turn reported applies to the next one while it runs', () => {
  const windows = new Map<string, number>();
  createUsageReader('claude', windows).take(lines(answer('a', 1_000), result(2_000)));
  const next = createUsageReader('claude', windows);
  next.take(lines(answer('b', 1_850)));
  expect(next.used()?.contextPercent).toBe(95);
});
