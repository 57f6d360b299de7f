/** An endpoint as a language model of the provider packages; a package is loaded with its first model. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** The part of a package's model that is used. */
export type LanguageModel = Pick<LanguageModelV4, 'doGenerate' | 'doStream'>;

/** `fetch` makes every request of the model. */
export async function languageModel(endpoint: Endpoint, fetch: typeof globalThis.fetch, userAgent: string): Promise<LanguageModel> {
  const { protocol, base_url, model, api_key } = endpoint;
  if (protocol === 'openai') return (await import('./openai-model.ts')).openAIModel(endpoint, fetch, userAgent);
  const withoutEmpty: typeof fetch = (url, { headers = {}, ...init } = {}) =>
    fetch(url, { ...init, headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')) });
  // Without a key, the packages take one from the environment, which could be meant for another server. An empty key is sent as an empty header.
  const shared = { baseURL: base_url, headers: { 'user-agent': userAgent }, fetch: withoutEmpty, apiKey: api_key ?? '' };
  if (protocol === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
  return (await import('@ai-sdk/google')).createGoogle(shared)(model);
}
