/** An endpoint as a language model of the provider packages, which are loaded with the first one. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** `fetch` makes every request of the model. It must leave out headers without a value, which come from a missing key. */
export async function languageModel(endpoint: Endpoint, fetch: typeof globalThis.fetch, userAgent: string): Promise<LanguageModelV4> {
  const { protocol, base_url, model, api_key } = endpoint;
  // Without a key, the packages take one from the environment, which could be meant for another server.
  const shared = { baseURL: base_url, headers: { 'user-agent': userAgent }, fetch, apiKey: api_key ?? '' };
  if (protocol === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
  if (protocol === 'google') return (await import('@ai-sdk/google')).createGoogle(shared)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ ...shared, name: 'artoo', includeUsage: true, transformRequestBody: limitFor(base_url) })(model);
}

type Body = Record<string, unknown>;

/** OpenAI itself rejects `max_tokens`, which all compatible servers take. */
function limitFor(base_url: string): (body: Body) => Body {
  const host = URL.parse(base_url)?.hostname ?? '';
  if (host !== 'api.openai.com' && !host.endsWith('.openai.azure.com')) return (body) => body;
  return ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens });
}
