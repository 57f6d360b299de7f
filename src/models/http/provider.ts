/** A model over HTTP: each attempt reserves its maximum cost, makes its call, and settles the actual cost. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { type Endpoint, nameOf } from '../endpoints/endpoint.ts';
import type { Model, ModelAnswer, ModelRequest, StepOrigin } from '../model.ts';
import { type Bill, createBill, usageOf } from '../spending/bill.ts';
import { maxInputTokens, minOutputTokens } from '../spending/bound.ts';
import { type Price, priceOf } from '../spending/price.ts';
import type { Bound, Held, Spending } from '../spending/spending.ts';
import { nothingTold, usageAtMost } from '../spending/told-usage.ts';
import { type AttemptClock, type Tried, withRetries } from './attempts.ts';
import { type Completion, complete, type Exchange, isWhole } from './exchange.ts';
import { type Failure, failureOf } from './failure.ts';
import { type LanguageModel, languageModel } from './language-model.ts';
import { fromContent, toPrompt } from './prompt.ts';
import { createTransport, noTraffic, type Transport, TransportError } from './transport.ts';

export type ProviderOptions = Partial<AttemptClock> & {
  /** Calls `act` after this time, unless the returned function is called first. */
  readonly after?: (ms: number, act: () => void) => () => void;
  readonly price?: typeof priceOf;
  readonly transport?: Transport;
  /** The `name/version` to send. */
  readonly userAgent?: string;
};

/** The longest delay that Node's timers support; anything longer fires at once. */
const maxTimerMs = 2 ** 31 - 1;

function realAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(ms, maxTimerMs));
  return () => clearTimeout(timer);
}

/** Failure contract: as in the port `Model`. Nothing is loaded or sent before the first step. */
export function createProviderModel(endpoint: Endpoint, options: ProviderOptions = {}): Model {
  const {
    transport = createTransport(),
    price: find = priceOf,
    userAgent = 'artoo',
    after = realAfter,
    wait = (ms, signal) => delay(ms, undefined, { signal }),
    now = Date.now,
    random = Math.random,
  } = options;
  const exchanges = new WeakMap<AbortSignal, Exchange>();

  // The packages pass a call's signal on to its request; the signal identifies the exchange.
  const fetch: typeof globalThis.fetch = async (url, { headers = {}, body, signal } = {}) => {
    const exchange = signal && exchanges.get(signal);
    if (!exchange) throw new TransportError('not_connected', 'a request that belongs to no step');
    if (exchange.whole) return exchange.whole;
    // One of the packages sends another request if the server asks for one, and nothing is reserved for that.
    if (exchange.traffic.sent) throw new TransportError('garbled', 'the answer asks for another request');
    const { streaming, onSent } = exchange;
    const request = { url: String(url), headers: headers as Record<string, string>, body: String(body), streaming, onSent }; // every package passes headers and body in this form
    const answer = await transport.post(request, exchange.traffic, signal);
    if (await isWhole(answer, exchange)) throw new Error('the answer is not a stream'); // the answer is then read as a complete one
    return answer;
  };

  let loaded: Promise<[LanguageModel, Price | undefined]> | undefined;
  const load = () => (loaded ??= Promise.all([languageModel(endpoint, fetch, userAgent), find(endpoint)]));

  async function step(request: ModelRequest, origin: StepOrigin, signal: AbortSignal): Promise<ModelAnswer> {
    const stopping = new AbortController();
    const stop = stopping.signal;
    let isLate = false;
    let stopClock = () => {};
    const cancel = () => stopping.abort(signal.reason);
    signal.addEventListener('abort', cancel);
    try {
      signal.throwIfAborted();
      const [model, price] = await load();
      const bound = boundOf(request, endpoint, price);
      const bill = createBill(endpoint.model, price);
      let held: Held | undefined = await reserved(origin.spending, bound, stop); // the time limit starts after the wait for other calls
      stopClock = after(endpoint.timeout_ms, () => {
        isLate = true;
        stopping.abort(late);
      });
      const attempt = async (): Promise<Tried<Completion>> => {
        const allowed = held ?? (await reserved(origin.spending, bound, stop));
        held = undefined;
        return tryOnce(model, request, origin, { held: allowed, bound, bill, stop });
      };
      const { content, finishReason } = await withRetries(attempt, endpoint.timeout_ms, { wait, now, random }, stop, origin.onWait);
      return { ...fromContent(content, request.tools), usage: bill.total(), ...(finishReason.unified === 'length' && { cut: true }) };
    } catch (thrown) {
      if (signal.aborted) throw new ArtooError('cancelled', 'stopped by a cancel', { cause: thrown });
      if (!isLate) throw thrown;
      const message = `no answer from ${nameOf(endpoint)} within ${endpoint.timeout_ms / 1000} s`;
      throw new ArtooError('model_timed_out', message, { cause: thrown });
    } finally {
      signal.removeEventListener('abort', cancel);
      stopClock();
    }
  }

  type Means = { readonly held: Held; readonly bound: Bound; readonly bill: Bill; readonly stop: AbortSignal };

  /** Never rejects, and always settles what it reserved. */
  async function tryOnce(model: LanguageModel, request: ModelRequest, origin: StepOrigin, means: Means): Promise<Tried<Completion>> {
    const { held, bound, bill, stop } = means;
    const exchange: Exchange = {
      traffic: noTraffic(),
      streaming: origin.onText !== undefined,
      onSent: origin.onSent,
      started: false,
      told: nothingTold,
    };
    exchanges.set(stop, exchange);
    const most = { input_tokens: bound.input_tokens, output_tokens: held.output_tokens };
    const headers = { 'x-artoo-role': origin.role, 'x-artoo-task': origin.task_id };
    try {
      const call = { ...toPrompt(request), headers, maxOutputTokens: held.output_tokens, abortSignal: stop };
      const value = await complete(model, call, exchange, (text) => origin.onText?.(text));
      held.settle(bill.add(...usageOf(value, most, exchange.traffic.received_bytes)));
      const failure = unusable(value, endpoint, held.output_tokens);
      return failure ? { ok: false, failure } : { ok: true, value };
    } catch (thrown) {
      const failure = failureOf(stop.aborted ? undefined : thrown, { endpoint, now: now(), ...exchange }); // an abort is no fault of the server
      if (failure.cost === 'nothing') held.settle('nothing');
      else {
        const used = bill.add(...usageAtMost(exchange.told, most));
        held.settle(exchange.told.input_tokens === undefined ? 'most' : used);
      }
      return { ok: false, failure };
    }
  }

  return { reserves: true, step };
}

/** Shared, because creating an error costs more than the abort itself. */
const late = new ArtooError('model_timed_out', 'no answer in time');

function boundOf(request: ModelRequest, { model, max_output_tokens }: Endpoint, price: Price | undefined): Bound {
  const input_tokens = maxInputTokens(request);
  return {
    model,
    input_tokens,
    output_tokens: max_output_tokens,
    least_output_tokens: Math.min(minOutputTokens, max_output_tokens),
    ...(price && { usd: (output_tokens: number) => price.usd({ input_tokens, output_tokens }) }),
  };
}

/** A reservation that is granted after the signal fired is returned. */
async function reserved(spending: Spending, bound: Bound, signal: AbortSignal): Promise<Held> {
  signal.throwIfAborted();
  const pending = spending.reserve(bound);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  try {
    return await Promise.race([pending, stopped]);
  } catch (thrown) {
    const giveBack = (held: Held) => held.settle('nothing');
    pending.then(giveBack, () => {});
    throw thrown;
  }
}

/** Why an answer without text and calls, although paid for, cannot be used; undefined if it can. */
function unusable({ content, finishReason: { unified, raw } }: Completion, endpoint: Endpoint, limit: number): Failure | undefined {
  const saysNothing = content.every((part) => part.type !== 'tool-call' && (part.type !== 'text' || part.text.trim() === ''));
  if (!saysNothing) return undefined;
  const name = nameOf(endpoint);
  const fail = (message: string) => ({ code: 'model_rejected', message, cost: 'nothing', retry: { when: 'never' }, cause: raw }) as const;
  const usedUp = `${name} used all of its ${limit} output tokens without an answer, probably for reasoning; a larger max_output_tokens may help`;
  if (unified === 'length') return fail(usedUp);
  if (unified === 'content-filter') return fail(`${name} gave no answer: a content filter stopped it (${raw})`);
  if (unified === 'error')
    return { ...fail(`${name} gave no answer: the reply ended with ${raw}`), code: 'model_unreachable', retry: { when: 'once' } };
  return undefined;
}
