import { expect, test } from 'vitest';
import { busServer } from '../../../test/support/bus-place.ts';
import { watchSilence } from './watch-silence.ts';

test('a server that does not answer is told once, and so is its return', async () => {
  const { server, bus } = await busServer();
  const told: (string | undefined)[] = [];
  using _watch = watchSilence(bus, (why) => told.push(why), 300);
  server.freeze();
  await expect.poll(() => told).toEqual(['silent']);
  server.thaw();
  await expect.poll(() => told).toEqual(['silent', undefined]);
});
