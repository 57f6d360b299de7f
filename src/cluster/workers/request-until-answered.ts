/** Repeats a message until it is answered: connections are lost, and these messages are not stored. */
import { errors } from '@nats-io/transport-node';
import { ArtooError } from '../../contracts/errors.ts';
import type { Bus } from '../bus.ts';
import { pause, unlessAborted } from '../unless-aborted.ts';

/** How long an answer may take before the message is sent again. */
const answerMs = 1_000;
const pauseMs = 100;

/** Returns the first answer. Throws the reason of the signal, `bus_denied`, or `stopped` once the connection is closed. */
export async function requestUntilAnswered(bus: Bus, subject: string, data: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return (await unlessAborted(bus.connection.request(subject, data, { timeout: answerMs }), signal)).data;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof errors.PermissionViolationError)
        throw new ArtooError('bus_denied', `these credentials do not allow writing to ${subject}`, { cause: error });
      if (bus.connection.isClosed()) throw new ArtooError('stopped', 'the connection to the bus was closed', { cause: error });
      await pause(pauseMs, signal);
    }
  }
}
