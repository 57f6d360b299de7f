/** One call to a language model, with the same result whether it is streamed or not: the content, how it ended, and the reported usage. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { type ToldUsage, withEvent } from '../spending/told-usage.ts';
import type { LanguageModel } from './language-model.ts';
import { isObject } from './server-words.ts';
import { isEvents, type Traffic, TransportError } from './transport.ts';

export type Completion = {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
};

/** The state of one request and its answer. */
export type Exchange = {
  readonly traffic: Traffic;
  readonly streaming: boolean;
  readonly onSent: (() => void) | undefined;
  /** Whether any part of an answer has arrived. */
  started: boolean;
  /** The usage that a stream has reported so far. */
  told: ToldUsage;
  /** A complete answer, from a server that was asked to stream but does not. */
  whole?: Response;
};

/** Rejects with anything that the packages throw; an unfinished stream counts as `broken_off`. */
export async function complete(
  model: LanguageModel,
  options: LanguageModelV4CallOptions,
  exchange: Exchange,
  onText: (text: string) => void,
): Promise<Completion> {
  if (exchange.streaming) {
    try {
      return await read((await model.doStream({ ...options, includeRawChunks: true })).stream, exchange, onText);
    } catch (thrown) {
      if (!exchange.whole) throw thrown;
    }
  }
  const answer = await model.doGenerate(options);
  if (answer.content.length === 0 && answer.finishReason.raw === undefined && !answer.usage.inputTokens.total) {
    // One of the packages accepts any object as an answer.
    throw Object.assign(new Error('it contains no answer'), { responseBody: JSON.stringify(answer.response?.body ?? null) });
  }
  if (exchange.whole) for (const part of answer.content) if (part.type === 'text') onText(part.text);
  return answer;
}

/** Keeps an answer that is a single JSON object although events were requested. */
export async function isWhole(answer: Response, exchange: Exchange): Promise<boolean> {
  if (!exchange.streaming || !answer.ok || isEvents(exchange.traffic)) return false;
  if (!/^\s*\{/.test(await answer.text())) return false;
  exchange.whole = answer;
  return true;
}

async function read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  exchange: Exchange,
  onText: (text: string) => void,
): Promise<Completion> {
  const content: LanguageModelV4Content[] = [];
  let end: Omit<Completion, 'content'> | undefined;
  for await (const part of stream) {
    if (part.type === 'raw') exchange.told = withEvent(exchange.told, part.rawValue);
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

/** Two of the packages report an unfinished stream as the finish reason, one as an error about missing data. */
const isEarlyEnd = (error: unknown): boolean => isObject(error) && error.name === 'AI_InvalidResponseDataError' && error.data === undefined;

/** Only an answer that began as an event stream can break off. */
function unfinished({ traffic }: Exchange): Error {
  const message = 'it ended too early';
  return isEvents(traffic) ? new TransportError('broken_off', message) : new Error(message);
}
