/** An endpoint as a language model of the provider packages, which are loaded with the first one. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** What is used of one. */
export type LanguageModel = Pick<LanguageModelV4, 'doGenerate' | 'doStream'>;

/** `fetch` makes every request of the model. It must leave out headers without a value, which come from a missing key. */
export async function languageModel(endpoint: Endpoint, fetch: typeof globalThis.fetch, userAgent: string): Promise<LanguageModel> {
  const { protocol, base_url, model, api_key } = endpoint;
  if (protocol === 'openai') return (await import('./openai-model.ts')).openAIModel(endpoint, fetch, userAgent);
  // Without a key, the packages take one from the environment, which could be meant for another server.
  const shared = { baseURL: base_url, headers: { 'user-agent': userAgent }, fetch, apiKey: api_key ?? '' };
  if (protocol === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
  return (await import('@ai-sdk/google')).createGoogle(shared)(model);
}
