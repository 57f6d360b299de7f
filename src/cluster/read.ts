/** Reads what is stored on a bus. */
import { DeliverPolicy, JetStreamApiError, type JsMsg, type StoredMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Bus } from './bus.ts';
import type { StreamKind } from './names.ts';
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
export async function lastOf(bus: Bus, kind: StreamKind, subject: string): Promise<Stored | undefined> {
  try {
    const asked = bus.manager.streams.getMessage(bus.names.stream(kind), { last_by_subj: subject });
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

/**
 * Every message of a subject, or of all subjects that match a pattern, in order, starting at a sequence; ends with the message that was the last when
 * the reading began.
 */
export async function* messagesOf(bus: Bus, kind: StreamKind, subject: string, options: Omit<Follow, 'ends'> = {}): AsyncGenerator<Stored> {
  yield* follow(bus, kind, subject, { ...options, ends: true });
}

/** `headersOnly`: messages come without data; a header contains the size of the data. */
type Follow = { readonly from?: number; readonly ends?: boolean; readonly headersOnly?: boolean; readonly signal?: AbortSignal };

/** Like `messagesOf`, but continues with later messages until the signal fires. */
export async function* follow(
  bus: Bus,
  kind: StreamKind,
  subject: string,
  { from = 1, ends = false, headersOnly = false, signal }: Follow = {},
): AsyncGenerator<Stored> {
  const consumer = await bus.stream.consumers.get(bus.names.stream(kind), {
    ...{ filter_subjects: subject, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from, inactive_threshold: 30_000 },
    ...(headersOnly && { headers_only: true }),
  });
  const { num_pending: pending } = await consumer.info();
  if (ends && pending === 0) return;
  const messages = await consumer.consume({ idle_heartbeat: 1_000, expires: 4_000 }); // with the defaults, this stalls for 45 s after a server has been killed
  const stop = () => void messages.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    for await (const message of messages) {
      yield ofConsumer(message);
      if (ends && message.info.pending === 0) return;
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', stop);
    await messages.close();
    await consumer.delete().catch(() => false); // otherwise the server removes it a little later
  }
}

const ofConsumer = ({ subject, seq, data, headers, time }: JsMsg): Stored => ({
  ...{ subject, seq, data, headers, at: time },
  id: headers?.get('Nats-Msg-Id') ?? '',
});
