import { expect, test } from 'vitest';
import { nothingTold, usageAtMost, withEvent } from './told-usage.ts';

const most = { input_tokens: 9_000, output_tokens: 4_000 };
const cutOffAfter = (...events: readonly unknown[]) => usageAtMost(events.reduce(withEvent, nothingTold), most);

const started = { type: 'message_start', message: { usage: { input_tokens: 70, cache_read_input_tokens: 20, output_tokens: 1 } } };

test.each([
  ['nothing', [], [9_000, 4_000, true]],
  ['text alone', [{ choices: [{ delta: { content: 'a' } }] }], [9_000, 4_000, true]],
  [
    'an OpenAI answer to its end',
    [{ choices: [{ finish_reason: 'stop' }] }, { choices: [], usage: { prompt_tokens: 90, completion_tokens: 7 } }],
    [90, 7, false],
  ],
  [
    'an OpenAI answer that tells its usage as it goes',
    [{ choices: [{ finish_reason: null }], usage: { prompt_tokens: 90, completion_tokens: 3 } }],
    [90, 4_000, true],
  ],
  ['the start of an Anthropic answer', [started], [90, 4_000, true]],
  [
    'an Anthropic answer to its end',
    [started, { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } }],
    [90, 7, false],
  ],
  [
    'a part of a Google answer',
    [{ candidates: [{}], usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 3 } }],
    [90, 4_000, true],
  ],
  [
    'a Google answer to its end',
    [{ candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 3, thoughtsTokenCount: 4 } }],
    [90, 7, false],
  ],
  [
    'nonsense',
    [null, 7, 'x', { usage: 'much' }, { usage: { prompt_tokens: -1, completion_tokens: Number.NaN } }, { choices: 7 }],
    [9_000, 4_000, true],
  ],
])('of a stream that is cut off after %s, it counts what was told', (_, events, [input, output, estimated]) => {
  const [used, isEstimated] = cutOffAfter(...events);
  expect([used.input_tokens, used.output_tokens, isEstimated]).toEqual([input, output, estimated]);
});
