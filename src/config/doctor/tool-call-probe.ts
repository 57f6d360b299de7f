/** One small call to a model, made by the code that tasks use: does it call a tool that it is told to call? */
import { asArtooError, type ErrorCode } from '../../contracts/errors.ts';
import type { EffectKey, TaskId } from '../../contracts/ids.ts';
import { readCalls } from '../../models/answers/read-calls.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { createProviderModel } from '../../models/http/provider.ts';
import { createTransport } from '../../models/http/transport.ts';
import type { ModelRequest } from '../../models/model.ts';
import type { Spending } from '../../models/spending/spending.ts';

/** `native`: by the provider's own way. `text`: printed as text that can be read as a call. */
export type Probe =
  | { readonly ok: true; readonly called: 'native' | 'text' | 'not'; readonly ms: number }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

const request: ModelRequest = {
  system: 'You answer with tool calls.',
  turns: [{ role: 'user', text: 'Call the tool ping with the word "artoo".' }],
  tools: [
    {
      name: 'ping',
      description: 'Answers with the word that it is given.',
      input: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
    },
  ],
};

/** Room for a model that reasons; others stop after a few tokens. */
const maxOutputTokens = 2_048;
/** A local server may have to load the model first. */
const maxMs = 60_000;

const spending: Spending = { reserve: async ({ output_tokens }) => ({ output_tokens, settle: () => {} }) };

// Both are well-formed ids.
const origin = { task_id: 'doctor' as TaskId, key: '0.0.0/R3/1.0' as EffectKey, role: 'R3', spending } as const;

/** Never throws. */
export async function probeToolCall(endpoint: Endpoint, signal: AbortSignal): Promise<Probe> {
  using transport = createTransport();
  const { max_output_tokens, timeout_ms } = endpoint;
  const bounded = { ...endpoint, max_output_tokens: Math.min(max_output_tokens, maxOutputTokens), timeout_ms: Math.min(timeout_ms, maxMs) };
  const start = performance.now();
  try {
    const { calls, text } = await createProviderModel(bounded, { transport }).step(request, origin, signal);
    const ms = performance.now() - start;
    if (calls.some(({ tool }) => tool === 'ping')) return { ok: true, called: 'native', ms };
    return { ok: true, called: readCalls(text, ['ping']) ? 'text' : 'not', ms };
  } catch (thrown) {
    const { code, message } = asArtooError(thrown, 'model_unreachable');
    return { ok: false, code, message };
  }
}
