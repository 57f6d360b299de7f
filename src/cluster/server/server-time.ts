/** The time by the clock of the server. */
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import type { Bus } from '../bus.ts';

/** The server records the time when it made a consumer. */
export async function serverTime(bus: Bus): Promise<Date> {
  const stream = bus.names.stream('place');
  const made = await bus.manager.consumers.add(stream, {
    ...{
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.New,
      filter_subject: bus.names.place('none'),
      inactive_threshold: 1_000_000_000,
    },
  });
  await bus.manager.consumers.delete(stream, made.name).catch(() => false); // without this, the server removes it a little later
  return new Date(made.created);
}
