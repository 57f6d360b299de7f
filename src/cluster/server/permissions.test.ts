/** What a program with a worker's credentials can reach by what a server does on its behalf: it answers to any subject that a request names. */
import { expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { type Bus, openBus } from '../bus.ts';
import type { Role } from '../names.ts';
import { makeStreams, streamInfo } from '../streams.ts';
import { serverConfiguration } from './permissions.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function realm() {
  const server = await startNats(serverConfiguration('one', { operator: 'o', host: 'h', worker: 'w' }));
  const as = async (role: Role) => {
    const bus = await openBus(busAddress(`${server.url.replace('//', `//one-${role}:${role[0]}@`)}/one`), role);
    onTestFinished(() => bus.close());
    return bus;
  };
  const operator = await as('operator');
  await makeStreams(operator);
  return { operator, host: await as('host'), worker: await as('worker') };
}

const countsOf = (bus: Bus) =>
  Promise.all((['log', 'memory', 'place'] as const).map(async (kind) => (await streamInfo(bus, kind))?.state.messages));

const targets = ['artoo.one.log.task', 'artoo.one.memory.h.gone', 'artoo.one.place.dreamer', '$JS.API.STREAM.PURGE.ARTOO_one_LOG'];

test('no answer that a worker asks for is written to a log, a memory or a register, and none removes a log', async () => {
  const { host, worker } = await realm();
  const { object, done } = host.names;
  host.connection.subscribe(done('h'), { callback: (_, message) => void message.respond(bytes('{"taken":true}')) });
  await host.stream.publish(targets[0] ?? '', 'line\n');
  await host.connection.flush();
  for (const reply of targets) {
    worker.connection.publish(object('a'.repeat(64), 0), bytes('x'), { reply }); // the server acknowledges it
    worker.connection.publish(done('h'), bytes('{}'), { reply }); // a host answers it
    worker.connection.publish('$JS.API.STREAM.MSG.GET.ARTOO_one_OBJECT', bytes('{"seq":1}'), { reply });
  }
  await worker.connection.request(done('h'), bytes('{}')); // the server handles requests in order
  await worker.manager.streams.info('ARTOO_one_OBJECT');
  expect(await countsOf(host)).toEqual([1, 0, 0]);
});

test.each(['$JS.API.CONSUMER.CREATE.ARTOO_one_OBJECT', '$JS.API.STREAM.INFO.ARTOO_one_LOG', '$JS.API.STREAM.MSG.GET.ARTOO_one_PLACE'])(
  'a worker gets no answer to %s',
  async (subject) => {
    const { worker } = await realm();
    const config = { deliver_subject: targets[0], deliver_policy: 'all', ack_policy: 'none' }; // a consumer would write all of it where it is told to
    const asked = JSON.stringify({ stream_name: 'ARTOO_one_OBJECT', config, seq: 1 });
    await expect(worker.connection.request(subject, asked, { timeout: 1_000 })).rejects.toThrow();
  },
);
