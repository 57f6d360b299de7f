/** Messages that arrive twice: their copies arrive late and in another order. */
import { headers } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { openBus } from '../../../src/cluster/bus.ts';
import { busAddress } from '../../../src/laws/network/bus-address.ts';
import type { NatsServer } from '../../support/nats.ts';

/** Sends copies of everything that hosts and workers publish, later and in another order. */
export async function echo(server: NatsServer, random: () => number): Promise<void> {
  const gremlin = await openBus(busAddress(server.url));
  onTestFinished(() => gremlin.close());
  const { connection } = gremlin;
  connection.subscribe('artoo.default.>', {
    callback(error, { subject, data, headers: sent }) {
      if (error || sent?.has('Echo')) return;
      const told = headers();
      for (const name of sent?.keys() ?? []) told.set(name, sent?.get(name) ?? '');
      told.set('Echo', '1');
      const copy = data.slice();
      for (let copies = Math.floor(random() * 3); copies > 0; copies -= 1)
        setTimeout(() => {
          if (!connection.isClosed()) connection.publish(subject, copy, { headers: told });
        }, random() * 1_500);
    },
  });
}
