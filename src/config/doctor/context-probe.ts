/**
 * Checks with one long prompt whether a model's server reads all of it. Some servers silently cut off the beginning; Ollama does so at 4,096 tokens unless
 * configured otherwise.
 */
import { randomInt } from 'node:crypto';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import type { ModelRequest } from '../../models/model.ts';
import { type ProbeFailure, probeStep } from './probe-step.ts';

/**
 * `whole`: the word at the beginning came back. `missed`: the word did not come back, although the server counted the whole prompt. `cut`: neither.
 */
export type ContextProbe =
  | { readonly ok: true; readonly read: 'whole' | 'missed' | 'cut'; readonly tokens: number | undefined; readonly ms: number }
  | ProbeFailure;

/** The time limit: a small machine may read only a few dozen tokens per second. */
const patience = 240_000;

/** A token count that the prompt exceeds with every tokenizer in use, and that is larger than a context that is too short. */
const least = 4_800;

/** Never throws. */
export async function probeContext(
  endpoint: Endpoint,
  signal: AbortSignal,
  maxMs: number = patience,
  word: string = `maple-${randomInt(1_000, 10_000)}`,
): Promise<ContextProbe> {
  const asked = await probeStep(endpoint, longRequest(word), { signal, maxMs });
  if (!asked.ok) return asked;
  const { text, usage } = asked.answer;
  const tokens = usage.estimated ? undefined : usage.input_tokens;
  const read = text.includes(word) ? 'whole' : (tokens ?? 0) >= least ? 'missed' : 'cut';
  return { ok: true, read, tokens, ms: asked.ms };
}

/** A request of about 6,000 tokens: the word, a long list, and the question about the word. */
function longRequest(word: string): ModelRequest {
  const rooms = Array.from(
    { length: 290 },
    (_, at) => `Room ${at + 1}: the window faces the garden, and the lamp on the desk by the door is green.`,
  );
  const text = `The code word is ${word}.\n\n${rooms.join('\n')}\n\nWhat is the code word, given before the list of rooms? Answer with the code word alone.`;
  return { system: 'You answer in one word.', turns: [{ role: 'user', text }], tools: [] };
}
