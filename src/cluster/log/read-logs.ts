/** The logs of a realm, only for reading: no task is taken, and nothing is changed. */
import type { StreamState } from '@nats-io/jetstream';
import { ArtooError } from '../../contracts/errors.ts';
import { TaskId } from '../../contracts/ids.ts';
import { shownBus } from '../../laws/network/bus-address.ts';
import type { Bus } from '../bus.ts';
import { isDenied } from '../is-denied.ts';
import { openObjects } from '../objects/objects.ts';
import { lastOf, messagesOf } from '../read.ts';
import { streamInfo } from '../streams.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { bytesOf, markOf } from './log-message.ts';

/**
 * Failure contract: everything rejects with `bus_unreachable` if the server does not answer, with `bus_denied` if it refuses, and with `stopped` once
 * the signal aborts.
 */
export type LogReader = {
  /** Makes any other request to the server, with the same contract; `isLong`: many requests, each with its own time limit. */
  ask<T>(question: () => Promise<T>, options?: { readonly isLong: boolean }): Promise<T>;
  /** The last message of all logs: as long as it stays the same, nothing has been appended. Rejects with `bus_unfit` if the stream is missing. */
  position(): Promise<number>;
  /** Every task that has a log, oldest first. Rejects with `bus_unfit` if the stream is missing. */
  tasks(): Promise<readonly TaskId[]>;
  /** The last message of a log; undefined if there is no such log. */
  last(task_id: TaskId): Promise<{ readonly seq: number; readonly at: Date } | undefined>;
  /** The messages of a log from a sequence to the last one that exists when the reading begins. */
  messages(task_id: TaskId, from?: number): AsyncGenerator<ReadMessage>;
  /** The lines of a log, message by message. Rejects with `journal_corrupt`, `object_missing` or `object_damaged`, too. */
  lines(task_id: TaskId): AsyncGenerator<Buffer>;
};

/** A message of a log. */
type ReadMessage = {
  readonly seq: number;
  /** Distinguishes the message from any other in its place, in a store that came back in an older state. */
  readonly mark: string;
  /** The lines of the message, which may be stored separately. Rejects with `journal_corrupt`, `object_missing` or `object_damaged`, too. */
  bytes(): Promise<Buffer>;
};

export type LogReaderOptions = {
  readonly signal: AbortSignal;
  /** How long the server may be silent before it counts as away. */
  readonly silenceMs?: number;
};

export function readLogs(bus: Bus, { signal, silenceMs = 10_000 }: LogReaderOptions): LogReader {
  const objects = openObjects(bus);

  function failureOf(error: unknown): ArtooError {
    if (signal.aborted) return new ArtooError('stopped', 'reading the bus was stopped', { cause: error });
    if (error instanceof ArtooError) return error;
    const why = error instanceof Error ? error.message : String(error);
    const denied = `these credentials do not allow reading the bus ${shownBus(bus.address)} (${why})`;
    if (isDenied(error)) return new ArtooError('bus_denied', denied, { cause: error });
    return new ArtooError('bus_unreachable', `the bus ${shownBus(bus.address)} does not answer (${why})`, { cause: error });
  }

  async function ask<T>(question: () => Promise<T>, { isLong } = { isLong: false }): Promise<T> {
    try {
      return await unlessAborted(question(), isLong ? signal : AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]));
    } catch (error) {
      throw failureOf(error);
    }
  }

  async function stateOf(subjects?: string): Promise<StreamState> {
    const info = await ask(() => streamInfo(bus, 'log', subjects));
    if (info) return info.state;
    throw new ArtooError('bus_unfit', `the stream ${bus.names.stream('log')} is missing`);
  }

  async function* messages(task_id: TaskId, from = 1): AsyncGenerator<ReadMessage> {
    const silent = new AbortController();
    const ends = AbortSignal.any([signal, silent.signal]);
    const stored = messagesOf(bus, 'log', bus.names.log(task_id), { from, signal: ends });
    let timer: NodeJS.Timeout | undefined;
    try {
      for (;;) {
        timer = setTimeout(() => silent.abort(new Error(`it was silent for ${silenceMs / 1_000} s`)), silenceMs);
        const next = await unlessAborted(stored.next(), ends); // a request to a server that is away ends much later
        clearTimeout(timer); // the time that the reader takes does not count
        if (next.done) return;
        const message = next.value;
        yield { seq: message.seq, mark: markOf(message), bytes: () => ask(() => bytesOf(message, objects, signal)) };
      }
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
      void stored.return(undefined).catch(() => {}); // ends the request; without this, the server would notice later
    }
  }

  return {
    ...{ ask, messages },
    position: async () => (await stateOf()).last_seq,
    async tasks() {
      const { subjects = {} } = await stateOf(bus.names.all('log'));
      const prefix = bus.names.all('log').length - 1;
      return Object.keys(subjects)
        .flatMap((subject) => TaskId.safeParse(subject.slice(prefix)).data ?? [])
        .sort();
    },
    last: (task_id) => ask(() => lastOf(bus, 'log', bus.names.log(task_id))),
    async *lines(task_id) {
      for await (const message of messages(task_id)) {
        const bytes = await message.bytes();
        if (bytes.length > 0) yield bytes;
      }
    },
  };
}
