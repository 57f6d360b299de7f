/** Reads what is stored on a bus. */
import { setTimeout as delay } from 'node:timers/promises';
import { DeliverPolicy, JetStreamApiError, type JsMsg, type MsgRequest, type StoredMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Bus } from './bus.ts';
import type { StreamKind } from './names.ts';
import { persist } from './persist.ts';
import { unlessAborted } from './unless-aborted.ts';

/** One stored message. */
export type Stored = {
  readonly subject: string;
  readonly seq: number;
  /** The id that its publisher gave it. */
  readonly id: string;
  readonly data: Uint8Array;
  readonly headers: MsgHdrs | undefined;
  /** When the server stored it, by the server's clock. */
  readonly at: Date;
};

const noMessage = 10037;
/** How long the server may take to answer. An answer that was lost with its connection never comes, and the client itself waits longer. */
const answerMs = 2_000;

/** The last message of a subject, from the server that leads the stream; undefined if there is none. Rejects when the server does not answer. */
export const lastOf = (bus: Bus, kind: StreamKind, subject: string): Promise<Stored | undefined> =>
  messageFor(bus, kind, { last_by_subj: subject });

/** Like `lastOf`, for the message with this sequence. */
export const messageAt = (bus: Bus, kind: StreamKind, seq: number): Promise<Stored | undefined> => messageFor(bus, kind, { seq });

async function messageFor(bus: Bus, kind: StreamKind, query: MsgRequest): Promise<Stored | undefined> {
  try {
    const asked = bus.manager.streams.getMessage(bus.names.stream(kind), query);
    const message = await unlessAborted(asked, AbortSignal.timeout(answerMs));
    return message === null ? undefined : storedOf(message);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noMessage) return undefined;
    throw error;
  }
}

const storedOf = ({ subject, seq, data, header, time }: StoredMsg): Stored => ({
  ...{ subject, seq, data, at: time },
  id: header?.get('Nats-Msg-Id') ?? '',
  headers: header,
});

/** `headersOnly`: messages come without data; a header contains the size of the data. */
type Reading = { readonly from?: number; readonly headersOnly?: boolean; readonly signal?: AbortSignal };

/** How long the server may be away when a reader begins. */
const awayMs = 10_000;
/** After this long without a message, the reader checks whether any are still to come. */
const quietMs = 500;

/**
 * Every message of a subject, or of all subjects that match a pattern, in order, starting at a sequence; ends with the message that was the last when
 * the reading began. Messages that are deleted meanwhile may be left out. The number of messages that a consumer still expects does not show the end,
 * because the server also counts deleted ones.
 */
export async function* messagesOf(bus: Bus, kind: StreamKind, subject: string, options: Reading = {}): AsyncGenerator<Stored> {
  const { signal = never, from = 1 } = options;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(awayMs)]);
  const end = (await persist(() => lastOf(bus, kind, subject), patience))?.seq ?? 0;
  if (end < from) return;
  let next = from;
  const over = new AbortController();
  const nothingLeft = new AbortController();
  void lookForEnd();
  try {
    for await (const message of follow(bus, kind, subject, { ...options, signal: AbortSignal.any([signal, nothingLeft.signal]) })) {
      if (message.seq > end) return;
      next = message.seq + 1;
      yield message;
      if (next > end) return;
    }
  } catch (error) {
    if (!nothingLeft.signal.aborted || signal.aborted) throw error;
  } finally {
    over.abort();
  }

  async function lookForEnd(): Promise<void> {
    for (let seen = next; ; seen = next) {
      await delay(quietMs, undefined, { signal: over.signal, ref: false }).catch(() => {}); // the reader has ended
      if (over.signal.aborted) return;
      if (next > seen) continue;
      const last = await lastOf(bus, kind, subject).catch(() => 'silent' as const);
      if (last !== 'silent' && (last?.seq ?? 0) < next) return nothingLeft.abort();
    }
  }
}

const { signal: never } = new AbortController();

/** Like `messagesOf`, but continues with later messages until the signal fires. */
export async function* follow(
  bus: Bus,
  kind: StreamKind,
  subject: string,
  { from = 1, headersOnly = false, signal = never }: Reading = {},
): AsyncGenerator<Stored> {
  const consumer = await bus.stream.consumers.get(bus.names.stream(kind), {
    ...{ filter_subjects: subject, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from, inactive_threshold: 30_000 },
    ...(headersOnly && { headers_only: true }),
  });
  const messages = await consumer.consume({ idle_heartbeat: 1_000, expires: 4_000 }); // with the defaults, this stalls for 45 s after a server has been killed
  const stop = () => void messages.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for await (const message of messages) yield ofConsumer(message);
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
    await messages.close();
    await consumer.delete().catch(() => false); // otherwise the server removes it a little later
  }
}

const ofConsumer = ({ subject, seq, data, headers, time }: JsMsg): Stored => ({
  ...{ subject, seq, data, headers, at: time },
  id: headers?.get('Nats-Msg-Id') ?? '',
});
