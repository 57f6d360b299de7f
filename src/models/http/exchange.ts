/** One call of a language model, whole or as a stream, as one and the same: what it said, how it ended, what it says it used. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { isObject } from './server-words.ts';
import { type Traffic, TransportError } from './transport.ts';

export type Completion = {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
};

/** One request and its answer. */
export type Exchange = {
  readonly traffic: Traffic;
  readonly streaming: boolean;
  /** Whether any of an answer had come in. */
  started: boolean;
};

/** Rejects with whatever the packages throw; a stream that was not finished is `broken_off`. */
export async function complete(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  exchange: Exchange,
  onText: (text: string) => void,
): Promise<Completion> {
  if (exchange.streaming) return read((await model.doStream(options)).stream, exchange, onText);
  const told = await model.doGenerate(options);
  if (told.content.length === 0 && told.finishReason.raw === undefined && !told.usage.inputTokens.total) {
    // One of the packages takes any object for an answer.
    throw Object.assign(new Error('there is no answer in it'), { responseBody: JSON.stringify(told.response?.body ?? null) });
  }
  return told;
}

async function read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  exchange: Exchange,
  onText: (text: string) => void,
): Promise<Completion> {
  const content: LanguageModelV4Content[] = [];
  let end: Omit<Completion, 'content'> | undefined;
  for await (const part of stream) {
    exchange.started ||= part.type.endsWith('-delta') || part.type === 'tool-call';
    if (part.type === 'text-delta') {
      content.push({ type: 'text', text: part.delta });
      onText(part.delta);
    } else if (part.type === 'tool-call') content.push(part);
    else if (part.type === 'finish') end = part;
    else if (part.type === 'error') throw isEarlyEnd(part.error) ? unfinished(exchange) : part.error;
  }
  if (!end || end.finishReason.unified === 'interrupted') throw unfinished(exchange);
  return { content, finishReason: end.finishReason, usage: end.usage };
}

/** Two of the packages say so by how it finished, one by an error about data that is not there. */
const isEarlyEnd = (error: unknown): boolean => isObject(error) && error.name === 'AI_InvalidResponseDataError' && error.data === undefined;

/** What is no event stream did not break off: it was never one. */
function unfinished({ traffic }: Exchange): Error {
  const message = 'it ended before it was finished';
  return traffic.content_type.includes('event-stream') ? new TransportError('broken_off', message) : new Error(message);
}
