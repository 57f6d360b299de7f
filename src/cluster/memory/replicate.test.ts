import { expect, onTestFinished, test } from 'vitest';
import { busServer } from '../../../test/support/bus-place.ts';
import { keeperClock, keptMegram } from '../../../test/support/keeper-suite.ts';
import { MemoryStore } from '../../memory/records/memory-store.ts';
import { replicaOf } from '../../memory/replica/replica.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { removeMessage } from '../remove-message.ts';
import { replicate } from './replicate.ts';
import { sendNews } from './send-news.ts';

const { signal } = new AbortController();

test('a machine has read everything once it has read what is left, where another one erased the last message first', async () => {
  const { bus } = await busServer();
  for (const id of ['01', '02']) await sendNews(bus, { kind: 'written', said: { id, megram: keptMegram(id) } }, { signal });
  const [{ consumers }, { streams }] = [bus.stream, bus.manager];
  const [{ get }, { getMessage }] = [consumers, streams];
  const mayRead = Promise.withResolvers<void>();
  consumers.get = async (...asked) => {
    await mayRead.promise;
    return get.apply(consumers, asked);
  };
  let looks = 0;
  streams.getMessage = async (...asked) => {
    const found = await getMessage.apply(streams, asked);
    looks += 1;
    return found;
  };
  const replica = replicaOf(
    new MemoryStore(createInMemoryStore(), { clock: () => keeperClock, onNotice: expect.fail, onQueued: () => {} }),
  );
  const replication = replicate({ bus, replica, erase: async () => {}, onNotice: expect.fail });
  onTestFinished(() => replication.close());
  const reached = replication.reach(8_000);
  await expect.poll(() => looks).toBe(2); // the outbox and `reach` both wait for the second message
  await removeMessage(bus, 'memory', 2, { erase: true });
  mayRead.resolve();
  expect(await reached).toBe(true);
  expect(replica.position()?.seq).toBe(1);
});
