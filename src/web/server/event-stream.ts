/**
 * One connection that carries any number of watches as server-sent events. A client that reads slowly delays only its own watches, and takes only the
 * memory of one small queue.
 */
import { asArtooError } from '../../contracts/errors.ts';
import { type StreamEvent, beatMs as usualBeatMs } from '../wire.ts';
import { wireError } from './wire-error.ts';

/** Watches wait while more than this many characters are unread. A single entry may be longer. */
const maxQueued = 256 * 1024;

/** How many watches one connection may carry. */
export const maxWatches = 256;

type Begin = (signal: AbortSignal) => AsyncIterable<unknown>;

export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #watches = new Map<number, AbortController>();
  readonly #queue: string[] = [];
  readonly #beatMs: number;
  readonly #onClose: () => void;
  #queued = 0;
  #isClosed = false;
  #isEnding = false;
  #changed = Promise.withResolvers<void>();

  constructor({ id, onClose, beatMs = usualBeatMs }: { readonly id: string; readonly onClose: () => void; readonly beatMs?: number }) {
    this.#beatMs = beatMs;
    this.#onClose = onClose;
    this.#push({ event: 'open', data: { stream: id } });
    const encoder = new TextEncoder();
    this.body = new ReadableStream(
      {
        pull: async (controller) => {
          const text = await this.#next();
          if (text === undefined) controller.close();
          else controller.enqueue(encoder.encode(text));
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    );
  }

  /** How many characters wait to be read. */
  get queued(): number {
    return this.#queued;
  }

  get watches(): number {
    return this.#watches.size;
  }

  /** Begins a watch under a number; an earlier watch with that number ends first. */
  add(n: number, begin: Begin): void {
    if (this.#isClosed || this.#isEnding) return;
    this.drop(n);
    const gone = new AbortController();
    this.#watches.set(n, gone);
    void this.#run(n, begin, gone);
  }

  drop(n: number): void {
    this.#watches.get(n)?.abort();
    this.#watches.delete(n);
    this.#change();
  }

  /** Takes no more watches, and closes once the remaining watches have ended and everything has been read, or when the signal fires. */
  end(signal: AbortSignal): void {
    this.#isEnding = true;
    if (signal.aborted) return this.#close();
    signal.addEventListener('abort', () => this.#close(), { once: true });
    this.#change();
  }

  async #run(n: number, begin: Begin, gone: AbortController): Promise<void> {
    const { signal } = gone;
    let last: StreamEvent = { event: 'end', data: { n } };
    try {
      for await (const value of begin(signal)) {
        await this.#room(signal);
        if (signal.aborted) return;
        this.#push({ event: 'item', data: { n, value } });
      }
    } catch (thrown) {
      last = { event: 'error', data: { n, error: wireError(asArtooError(thrown, 'handler_failed')) } };
    }
    if (signal.aborted) return;
    this.#watches.delete(n);
    this.#push(last);
  }

  async #room(signal: AbortSignal): Promise<void> {
    while (this.#queued >= maxQueued && !signal.aborted) await this.#changed.promise;
  }

  #push({ event, data }: StreamEvent): void {
    if (this.#isClosed) return;
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#queue.push(text);
    this.#queued += text.length;
    this.#change();
  }

  /** Everything that is waiting, or a comment if there have been no events for a while; undefined at the end. */
  async #next(): Promise<string | undefined> {
    while (this.#queue.length === 0) {
      if (this.#isEnding && this.#watches.size === 0) this.#close();
      if (this.#isClosed) return undefined;
      if (!(await settledWithin(this.#changed.promise, this.#beatMs))) return ': still here\n\n';
    }
    const text = this.#queue.join('');
    this.#queue.length = 0;
    this.#queued = 0;
    this.#change();
    return text;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const gone of this.#watches.values()) gone.abort();
    this.#watches.clear();
    this.#queue.length = 0;
    this.#queued = 0;
    this.#onClose();
    this.#change();
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

async function settledWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
