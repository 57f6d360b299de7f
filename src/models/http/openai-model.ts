/** A model that speaks OpenAI's protocol. The package decides what is sent and what an answer means; this file sends it. */
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { LanguageModel } from './language-model.ts';
import { isObject } from './server-words.ts';

export function openAIModel({ base_url, model, api_key }: Endpoint, fetch: typeof globalThis.fetch, userAgent: string): LanguageModel {
  const url = `${base_url.replace(/\/$/, '')}/chat/completions`;
  const headers = { 'user-agent': userAgent, ...(api_key ? { authorization: `Bearer ${api_key.trim()}` } : {}) };
  const config = { provider: 'artoo.chat', url: () => url, headers, fetch, includeUsage: true, transformRequestBody: limitFor(base_url) };
  const chat = new OpenAICompatibleChatLanguageModel(model, config);

  /** Replaces the package's own method, which copies headers, request and answer several times: that takes longer than the request itself. */
  async function doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { body } = await chat.prepareRequest(options);
    const answer = await fetch(url, {
      headers: { 'content-type': 'application/json', ...headers, ...(options.headers as Record<string, string>) }, // we set only plain strings
      body: JSON.stringify(body),
      signal: options.abortSignal ?? null,
    });
    const text = await answer.text();
    const said = answer.ok ? parsedJson(text) : undefined;
    const unreadable = (cause?: unknown) => {
      const known = { responseBody: text, responseHeaders: Object.fromEntries(answer.headers) };
      return Object.assign(new Error('Invalid JSON response', { cause }), known);
    };
    if (said === undefined) throw unreadable();
    try {
      const result = await chat.convertResponse({ body: said });
      return { ...result, response: { body: said } };
    } catch (error) {
      throw isObject(error) && error.name === 'AI_TypeValidationError' ? unreadable(error) : error;
    }
  }

  return { doGenerate, doStream: (options) => chat.doStream(options) };
}

type Body = Record<string, unknown>;

/** OpenAI itself rejects `max_tokens`, which all compatible servers accept. */
function limitFor(base_url: string): (body: Body) => Body {
  const host = URL.parse(base_url)?.hostname ?? '';
  if (host !== 'api.openai.com' && !host.endsWith('.openai.azure.com')) return (body) => body;
  return ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens });
}
