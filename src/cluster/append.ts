/** Publishes to a subject whose last sequence is known: if two publish at once, one succeeds, and a message whose acknowledgement was lost is recognised. */
import { JetStreamApiError, type JetStreamPublishOptions } from '@nats-io/jetstream';
import { errors, type MsgHdrs } from '@nats-io/transport-node';
import { ArtooError } from '../contracts/errors.ts';
import type { Bus } from './bus.ts';
import type { StreamKind } from './names.ts';
import { lastOf, type Stored } from './read.ts';
import { pause, unlessAborted } from './unless-aborted.ts';

export type Append = {
  readonly kind: StreamKind;
  readonly subject: string;
  readonly data: Uint8Array;
  /** The id by which our message is recognised. The id must never be used for another message: the server looks for it in the whole stream. */
  readonly id: string;
  /** The expected sequence of the subject's last message; 0 if there must be no message. */
  readonly expected: number;
  readonly headers?: MsgHdrs | undefined;
};

export type AppendOptions = {
  /** Gives up when it fires; it is then unknown whether the message was stored. */
  readonly signal: AbortSignal;
  /** Called once when the server is silent or full, and again, with undefined, when it accepts messages again. */
  readonly onWait?: ((why: Wait | undefined) => void) | undefined;
};

/** Why the server stores nothing at the moment. */
type Wait = 'silent' | 'full';

/** `last`: the message that is there instead, if any. */
export type Appended = { readonly ok: true; readonly seq: number } | { readonly ok: false; readonly last: Stored | undefined };

/** How long one try waits for an answer: if the connection is lost meanwhile, that is noticed only then. */
const answerMs = 2_000;
/** How long a server may be silent before the person is told. */
const silentMs = 10_000;
const maxPauseMs = 1_000;

/** The error codes of a server whose stream, account or disk is full: 10023 and 10047 lack resources, 10077 maximum bytes, 10122 account. */
const fullCodes: ReadonlySet<number> = new Set([10023, 10047, 10077, 10122]);
const wrongSequence: ReadonlySet<number> = new Set([10071, 10164]);

/** Waits for a silent or a full server until the signal ends it. Throws the reason of the signal, `bus_denied` or `bus_unfit`. */
export const append = (bus: Bus, message: Append, options: AppendOptions): Promise<Appended> =>
  untilSettled(() => attempt(bus, message), options);

/** Publishes the first message of a subject, even if others may publish the same message; false if there already was one. Waits and throws like `append`. */
export const publishFirst = (bus: Bus, message: Pick<Append, 'subject' | 'data' | 'headers'>, options: AppendOptions): Promise<boolean> =>
  untilSettled(async () => {
    const answer = await publish(bus, { ...message, expected: 0 });
    return typeof answer === 'object' ? { isNew: true } : answer === 'taken' ? { isNew: false } : answer;
  }, options).then(({ isNew }) => isNew);

async function untilSettled<T extends object>(attempt: () => Promise<T | Wait>, { signal, onWait = () => {} }: AppendOptions): Promise<T> {
  const since = performance.now();
  let told: Wait | undefined;
  const tell = (wait: Wait | undefined) => {
    if (wait !== told) onWait(wait);
    told = wait;
  };
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    signal.throwIfAborted();
    const settled = await unlessAborted(attempt(), signal);
    if (typeof settled === 'object') {
      tell(undefined);
      return settled;
    }
    if (settled === 'full' || performance.now() - since > silentMs) tell(settled);
    await pause(pauseMs, signal);
  }
}

const attempt = async (bus: Bus, message: Append): Promise<Appended | Wait> => {
  const answer = await publish(bus, message);
  return answer === 'taken' ? readBack(bus, message) : answer;
};

type Published = Pick<Append, 'subject' | 'data' | 'expected' | 'headers'> & { readonly id?: string };

/** `taken`: the server has already had a message with this id, or expects another sequence; only reading the message back shows which of the two. */
async function publish(bus: Bus, { subject, data, id, expected, headers }: Published): Promise<Appended | 'taken' | Wait> {
  const options: Partial<JetStreamPublishOptions> = {
    ...{ expect: { lastSubjectSequence: expected }, timeout: answerMs, retries: 0 },
    ...(id !== undefined && { msgID: id }),
    ...(headers && { headers }),
  };
  try {
    const { seq, duplicate } = await bus.stream.publish(subject, data, options);
    return duplicate ? 'taken' : { ok: true, seq };
  } catch (error) {
    return whyUnpublished(bus, subject, error);
  }
}

function whyUnpublished(bus: Bus, subject: string, error: unknown): 'taken' | Wait {
  if (error instanceof JetStreamApiError) {
    if (wrongSequence.has(error.code)) return 'taken';
    if (fullCodes.has(error.code)) return 'full';
    if (error.code >= 10_000 && error.status !== 503)
      throw new ArtooError('bus_unfit', `${subject} cannot be written: ${error.message}`, { cause: error });
    return 'silent';
  }
  if (error instanceof errors.PermissionViolationError)
    throw new ArtooError('bus_denied', `these credentials do not allow writing to ${subject}`, { cause: error });
  if (bus.connection.isClosed()) throw new ArtooError('stopped', 'the connection to the bus was closed', { cause: error });
  return 'silent';
}

async function readBack(bus: Bus, { kind, subject, id }: Append): Promise<Appended | Wait> {
  try {
    const last = await lastOf(bus, kind, subject);
    return last?.id === id ? { ok: true, seq: last.seq } : { ok: false, last };
  } catch (error) {
    if (error instanceof ArtooError) throw error;
    return 'silent';
  }
}
