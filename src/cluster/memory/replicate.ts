/** Synchronises a replica with its bus: folds the stream in order, and sends what waits in the outbox. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Queued } from '../../memory/replica/outbox.ts';
import type { Replica } from '../../memory/replica/replica.ts';
import type { AppendOptions } from '../append.ts';
import type { Bus } from '../bus.ts';
import { follow, lastOf } from '../read.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { createChangeSignal } from './change-signal.ts';
import { foldStream } from './fold-stream.ts';
import { sendNews } from './send-news.ts';

export type ReplicateOptions = {
  readonly bus: Bus;
  readonly replica: Replica;
  /** Erases purged memories from this machine's disk, if there are any. */
  readonly erase: () => Promise<unknown>;
  /** Called once for each different text. */
  readonly onNotice: (text: string) => void;
  /** How often to check that the stream is still the same one. */
  readonly checkMs?: number | undefined;
};

export type Replication = {
  /** Announces that something waits in the outbox. */
  poke(): void;
  /** Whether, within that time, everything on the bus has been folded, and everything in the outbox has been sent and has come back. */
  reach(ms: number): Promise<boolean>;
  /** Waits until the outbox has been sent, but no longer than that. */
  sent(ms: number): Promise<void>;
  close(): Promise<void>;
};

const sentAtOnce = 64;
/** After this long without a message, the end of the stream is checked again. */
const againMs = 1_000;
const pausesMs = { first: 50, longest: 5_000 };

export function replicate({ bus, replica, erase, onNotice, checkMs = 5_000 }: ReplicateOptions): Replication {
  const stop = new AbortController();
  const { signal } = stop;
  const news = createChangeSignal();
  const progress = createChangeSignal();
  const told = new Set<string>();
  let reading = '';

  /** Reports each error once: every try may meet it again. */
  function notify(error: unknown): void {
    const { message, hint } = asArtooError(error, 'bus_unreachable');
    if (told.has(message) || signal.aborted) return;
    told.add(message);
    onNotice(`the memory and the bus differ for now: ${message}. ${hint}`);
  }

  /** Repeats `work` until it is stopped: `work` returns when there is a reason to start over. */
  async function again(work: () => Promise<void>): Promise<void> {
    for (let pauseMs = pausesMs.first; !signal.aborted; pauseMs = Math.min(2 * pauseMs, pausesMs.longest)) {
      const since = performance.now();
      await unlessAborted(work(), signal).catch(notify); // a server that does not answer must not delay closing
      if (performance.now() - since > pausesMs.longest) pauseMs = pausesMs.first;
      await delay(pauseMs, undefined, { signal }).catch(() => {}); // replication was stopped
    }
  }

  /** Whether the stream is the one that the replica has read: the stream may have been made again, or its server may have lost its end. */
  async function lookAtStream(): Promise<{ readonly stream: string; readonly isSame: boolean }> {
    const { created, state } = await bus.manager.streams.info(bus.names.stream('memory'));
    const position = replica.position();
    return { stream: String(created), isSame: position?.stream === String(created) && position.seq <= state.last_seq };
  }

  async function readStream(): Promise<void> {
    const { stream, isSame } = await lookAtStream();
    if (!isSame) await replica.begin(stream);
    reading = stream;
    for (const each of [progress, news]) each.changed();
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const checking = endWhenNew(over, either);
    const messages = follow(bus, 'memory', bus.names.all('memory'), { from: (replica.position()?.seq ?? 0) + 1, signal: either });
    const events = {
      onFolded: () => progress.changed(),
      onDrained: async () => void (await erase().catch(notify)), // the next dream tries again
      onRefused: notify,
      onFailed: (error: unknown) => over.abort(error),
    };
    try {
      await foldStream(messages, { names: bus.names, replica, stream, ...events }, either);
    } finally {
      over.abort();
      await checking;
    }
  }

  async function endWhenNew(over: AbortController, either: AbortSignal): Promise<void> {
    while (!either.aborted) {
      await delay(checkMs, undefined, { signal: either, ref: false }).catch(() => {}); // replication ends
      const now = either.aborted ? undefined : await lookAtStream().catch(() => undefined); // without an answer, the stream counts as unchanged
      if (now?.isSame === false) over.abort(new Error('the stream is no longer the same'));
    }
  }

  /** Starts only after everything on the bus has been read once: the outbox may concern a memory that was purged meanwhile. */
  async function sendAll(): Promise<void> {
    for (let before = progress.count; !(await hasRead(signal)) && !signal.aborted; before = progress.count)
      await progress.next(before, signal);
    while (!signal.aborted) {
      const before = news.count;
      const some = await replica.outbox(sentAtOnce);
      if (some.length > 0) await send(some);
      else {
        progress.changed();
        await news.next(before, signal);
      }
    }
  }

  const onWait: AppendOptions['onWait'] = (why) => {
    if (why === 'full')
      notify(new ArtooError('bus_unfit', `${bus.names.stream('memory')} is full, and new messages are sent once there is room`));
  };

  async function send(some: readonly Queued[]): Promise<void> {
    const results = await Promise.allSettled(some.map((each) => sendNews(bus, each, { signal, onWait })));
    await replica.sent(some.filter((_, at) => results[at]?.status === 'fulfilled'));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Whether everything that is on the bus when this is called has been folded. */
  async function hasRead(until: AbortSignal): Promise<boolean> {
    if (reading === '') return false;
    const lastSeq = async () => (await lastOf(bus, 'memory', bus.names.all('memory')))?.seq ?? 0;
    for (let end = await lastSeq(); !until.aborted; end = Math.min(end, await lastSeq())) {
      const before = progress.count;
      if ((replica.position()?.seq ?? 0) >= end) return true;
      await progress.next(before, AbortSignal.any([until, AbortSignal.timeout(againMs)])); // the last message may be erased before it is read
    }
    return false;
  }

  const isSent = async () => (await replica.outbox(1)).length === 0;

  async function sent(ms: number): Promise<void> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    for (let before = progress.count; !(await isSent()) && !until.aborted; before = progress.count) await progress.next(before, until);
  }

  async function reach(ms: number): Promise<boolean> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    while (!until.aborted) {
      const before = progress.count;
      const isAll = (await isSent()) && (await unlessAborted(hasRead(until), until).catch(() => false)); // without an answer, not everything may have been read
      if (isAll && (await isSent())) return true; // folding may have put something into the outbox
      await progress.next(before, until);
    }
    return false;
  }

  const working = Promise.all([again(readStream), again(sendAll)]);
  return {
    poke: () => news.changed(),
    ...{ reach, sent },
    async close() {
      stop.abort();
      await working;
    },
  };
}
