/** An endpoint as a language model of the provider packages. They are loaded when the first one is made. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** `fetch` makes every request of the model. Headers without a value are to be left out by it: they stand for a key that is not there. */
export async function languageModel(endpoint: Endpoint, fetch: typeof globalThis.fetch, userAgent: string): Promise<LanguageModelV4> {
  const { protocol, base_url, model, api_key } = endpoint;
  const headers = { 'user-agent': userAgent };
  const shared = { baseURL: base_url, headers, fetch };
  // The packages look for a key in the environment when they are given none. It could be meant for somebody else.
  const apiKey = api_key ?? '';
  switch (protocol) {
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...shared, apiKey, name: 'artoo', includeUsage: true, transformRequestBody: limitFor(base_url) })(
        model,
      );
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...shared, apiKey })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ ...shared, apiKey })(model);
    }
  }
}

type Body = Record<string, unknown>;

/** OpenAI itself refuses the field that all who followed it know. */
function limitFor(base_url: string): (body: Body) => Body {
  const host = URL.parse(base_url)?.hostname ?? '';
  if (host !== 'api.openai.com' && !host.endsWith('.openai.azure.com')) return (body) => body;
  return ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens });
}
