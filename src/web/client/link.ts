/** The one stream of a client: carries all its watches, and is opened again when it breaks off. Runs in browsers too. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { beatMs, type StreamChange, type StreamEvent, type WatchKind, type WatchRequest } from '../wire.ts';
import { readEvents } from './read-events.ts';
import { errorIn, type Send } from './send.ts';
import { createWatchQueue, type WatchQueue } from './watch-queue.ts';

/** `lost`: the link is tried again and again. `refused`: the secret is not valid here, and nothing else is tried. */
type LinkState = 'open' | 'lost' | 'refused';

type Watching<T> = {
  readonly kind: WatchKind;
  readonly asks: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /**
   * What to ask for after this item; undefined if the item is not the next one. Without this function, a watch that is read slowly loses the oldest items.
   */
  readonly advance?: (item: T, asks: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;
};

export type Link = {
  /** Ends when the signal fires or the link is closed. Throws what the server sent, and `client_refused`. */
  watch<T>(watching: Watching<T>): AsyncGenerator<T, undefined>;
  close(): void;
};

type Open = {
  readonly kind: WatchKind;
  asks: Readonly<Record<string, unknown>>;
  readonly advance: Watching<unknown>['advance'];
  readonly queue: WatchQueue<unknown>;
};

/** Why a connection without watches is closed. */
const idle = 'nothing is watched';

/** How many items may wait for a slow reader before the server is asked to wait. */
const maxQueued = 512;

/** After this long without anything, not even a comment, the connection counts as dead. */
const silenceMs = 3 * beatMs;

export type LinkOptions = {
  readonly send: Send;
  readonly onState?: ((state: LinkState) => void) | undefined;
  /** Waits before the stream is tried again, after `tries` failures in a row. */
  readonly wait?: ((tries: number, signal: AbortSignal) => Promise<void>) | undefined;
};

export function openLink({ send, onState = () => {}, wait = usualWait }: LinkOptions): Link {
  const watches = new Map<number, Open>();
  const closed = new AbortController();
  let last = 0;
  let isRunning = false;
  /** The stream that is open, and the watches that it carries. */
  let stream: { readonly id: string; readonly knows: Set<number> } | undefined;
  let connection = new AbortController();

  function begin(open: Open): number {
    last += 1;
    watches.set(last, open);
    if (isRunning) tell();
    else void keepOpen();
    return last;
  }

  function leave(n: number): void {
    if (!watches.delete(n)) return;
    if (watches.size === 0) connection.abort(idle);
    else tell([n]);
  }

  const requestOf = (n: number, { kind, asks }: Open): WatchRequest => ({ n, kind, asks });

  /** Tells the stream which watches to add and drop. If that fails, the stream counts as broken, and is opened again with all watches. */
  function tell(drop: readonly number[] = []): void {
    if (!stream) return;
    const { id, knows } = stream;
    const add = [...watches].filter(([n]) => !knows.has(n)).map(([n, open]) => requestOf(n, open));
    for (const { n } of add) knows.add(n);
    const change: StreamChange = { add, drop: drop.filter((n) => knows.delete(n)) };
    if (add.length + (change.drop?.length ?? 0) === 0) return;
    const { signal } = connection;
    const broken = connection;
    send(`/api/stream/${id}`, change, AbortSignal.any([signal, AbortSignal.timeout(silenceMs)])).catch(() => broken.abort());
  }

  async function keepOpen(): Promise<void> {
    isRunning = true;
    for (let tries = 0; watches.size > 0 && !closed.signal.aborted; tries += 1) {
      connection = new AbortController();
      const signal = AbortSignal.any([connection.signal, closed.signal]);
      try {
        await readOnce(connection, signal, () => {
          tries = 0;
          onState('open');
        });
      } catch (thrown) {
        const error = asArtooError(thrown, 'server_unreachable');
        if (error.code !== 'server_unreachable' && !signal.aborted) fail(error);
      }
      stream = undefined;
      if (watches.size === 0 || closed.signal.aborted || connection.signal.reason === idle) continue;
      onState('lost');
      await wait(tries, closed.signal);
    }
    isRunning = false; // set in the same turn in which the watches were last checked, so that no watch is missed
  }

  async function readOnce(own: AbortController, signal: AbortSignal, onOpen: () => void): Promise<void> {
    const knows = new Set(watches.keys());
    const add = [...watches].map(([n, open]) => requestOf(n, open));
    let silence = setTimeout(() => own.abort(), silenceMs);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), silenceMs);
    };
    try {
      const { body } = await send('/api/stream', { add }, signal);
      if (!body) return;
      for await (const event of readEvents(body, heard)) {
        if (event.event === 'open') {
          stream = { id: event.data.stream, knows };
          onOpen();
          tell([...knows].filter((n) => !watches.has(n)));
        } else take(event);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  function take(event: Exclude<StreamEvent, { event: 'open' }>): void {
    const { n } = event.data;
    const open = watches.get(n);
    if (!open) return;
    if (event.event === 'item') return takeItem(n, open, event.data.value);
    leaveQuietly(n);
    open.queue.end(event.event === 'error' ? (errorIn(event.data.error) ?? unknownError()) : undefined);
  }

  function takeItem(n: number, open: Open, value: unknown): void {
    const { queue, advance } = open;
    const next = advance ? advance(value, open.asks) : open.asks;
    if (next === undefined) return;
    if (queue.size < maxQueued) {
      open.asks = next;
      queue.put(value);
    } else if (advance)
      leave(n); // the reader asks for further items when it has read the queued ones
    else {
      queue.shed();
      queue.put(value);
    }
  }

  function leaveQuietly(n: number): void {
    watches.delete(n);
    stream?.knows.delete(n);
    if (watches.size === 0) connection.abort(idle);
  }

  function fail(error: ArtooError): void {
    if (error.code === 'client_refused') onState('refused');
    for (const { queue } of watches.values()) queue.end(error);
    watches.clear();
  }

  return {
    async *watch<T>({ kind, asks, signal, advance }: Watching<T>) {
      if (signal.aborted || closed.signal.aborted) return undefined;
      const queue = createWatchQueue<unknown>();
      // each kind has its own items, which the server of the same build sends
      const open: Open = { kind, asks, advance: advance as Open['advance'], queue };
      let n = begin(open);
      let isOver = false;
      const stop = () => queue.end();
      for (const each of [signal, closed.signal]) each.addEventListener('abort', stop, { once: true });
      try {
        while (!signal.aborted && !isOver) {
          if (queue.size === 0 && !watches.has(n) && !queue.isEnded) n = begin(open);
          const step = await queue.next();
          if (step.done) isOver = true;
          else if (!signal.aborted) yield step.value as T; // as above
        }
      } finally {
        for (const each of [signal, closed.signal]) each.removeEventListener('abort', stop);
        leave(n);
      }
      return undefined;
    },
    close: () => closed.abort(),
  };
}

const unknownError = (): ArtooError => new ArtooError('handler_failed', 'the server sent an error that is unknown to this page');

/** How long to wait: nothing at first, then longer each time, up to five seconds. */
function usualWait(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, Math.min(100 * 2 ** tries, 5_000));
    signal.addEventListener('abort', over);
  });
}
