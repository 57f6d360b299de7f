/** One call to a model outside of any task, made with the code that tasks use, within a time limit. */
import { asArtooError, type ErrorCode } from '../../contracts/errors.ts';
import type { EffectKey, TaskId } from '../../contracts/ids.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { createProviderModel } from '../../models/http/provider.ts';
import { createTransport } from '../../models/http/transport.ts';
import type { ModelAnswer, ModelRequest } from '../../models/model.ts';
import type { Spending } from '../../models/spending/spending.ts';

export type ProbeFailure = { readonly ok: false; readonly code: ErrorCode; readonly message: string };
export type ProbeAnswer = { readonly ok: true; readonly answer: ModelAnswer; readonly ms: number } | ProbeFailure;

export type ProbeOptions = { readonly signal: AbortSignal; readonly maxMs: number };

/** The limit on the answer: enough for a model that reasons; others stop after a few tokens. */
const maxOutputTokens = 2_048;

const spending: Spending = { reserve: async ({ output_tokens }) => ({ output_tokens, settle: () => {} }) };

// both are well-formed ids
const origin = { task_id: 'doctor' as TaskId, key: '0.0.0/R3/1.0' as EffectKey, role: 'R3', spending } as const;

/** Never throws. */
export async function probeStep(endpoint: Endpoint, request: ModelRequest, { signal, maxMs }: ProbeOptions): Promise<ProbeAnswer> {
  using transport = createTransport();
  const { max_output_tokens, timeout_ms } = endpoint;
  const bounded = { ...endpoint, max_output_tokens: Math.min(max_output_tokens, maxOutputTokens), timeout_ms: Math.min(timeout_ms, maxMs) };
  const start = performance.now();
  try {
    const answer = await createProviderModel(bounded, { transport }).step(request, origin, signal);
    return { ok: true, answer, ms: performance.now() - start };
  } catch (thrown) {
    const { code, message } = asArtooError(thrown, 'model_unreachable');
    return { ok: false, code, message };
  }
}
