/** One small call to a model: does it call a tool that it is told to call? */
import { readCalls } from '../../models/answers/read-calls.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import type { ModelRequest } from '../../models/model.ts';
import { type ProbeFailure, probeStep } from './probe-step.ts';

/** `native`: the model called the tool in the provider's own format. `text`: it printed text that can be read as a call. */
export type Probe = { readonly ok: true; readonly called: 'native' | 'text' | 'not'; readonly ms: number } | ProbeFailure;

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

/** The time limit: a local server may have to load the model first. */
const patience = 60_000;

/** Never throws. */
export async function probeToolCall(endpoint: Endpoint, signal: AbortSignal, maxMs: number = patience): Promise<Probe> {
  const asked = await probeStep(endpoint, request, { signal, maxMs });
  if (!asked.ok) return asked;
  const { answer, ms } = asked;
  if (answer.calls.some(({ tool }) => tool === 'ping')) return { ok: true, called: 'native', ms };
  return { ok: true, called: readCalls(answer.text, ['ping']) ? 'text' : 'not', ms };
}
