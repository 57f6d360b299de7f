/** Removes single messages. Streams are never purged by subject: server 2.9 would then leave out other messages for clients that are reading the stream. */
import { JetStreamApiError } from '@nats-io/jetstream';
import type { Bus } from './bus.ts';
import type { StreamKind } from './names.ts';

/** `erase`: whether to overwrite its words in the server's files. */
export async function removeMessage(bus: Bus, kind: StreamKind, seq: number, { erase }: { readonly erase: boolean }): Promise<void> {
  await bus.manager.streams.deleteMessage(bus.names.stream(kind), seq, erase).catch(unlessGone);
}

const goneCodes: ReadonlySet<number> = new Set([10037, 10057]);

/** Ignores an error because another machine has already removed the message. */
function unlessGone(error: unknown): void {
  if (!(error instanceof JetStreamApiError) || !goneCodes.has(error.code)) throw error;
}
