/** A stream that breaks off: watches continue where they stopped, without gaps or duplicates. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Drive } from '../../app/drive/drive.ts';
import { openServer } from '../server/open-server.ts';
import { connectDrive, enter } from './connect-drive.ts';

const many = 3_000;

/** A task with many entries. */
const drive = {
  async *entries(_: string, { from = 0, signal }: { readonly from?: number; readonly signal: AbortSignal }) {
    for (let seq = from; seq < many && !signal.aborted; seq += 1) {
      yield { seq, text: 'x'.repeat(200) };
      if (seq % 50 === 0) await new Promise(setImmediate);
    }
  },
} as unknown as Drive; // what is watched, and nothing else

/** A server behind a connection that the test can cut. */
async function wired() {
  const server = await openServer({ drive, page: '/nowhere' });
  const sockets = new Set<Socket>();
  let port = 0;
  const secret = await enter(server.origin, new URL(server.newUrl()).hash.slice('#token='.length));
  const end = (...both: readonly Socket[]) => both.forEach((each) => void each.destroy());
  const proxy = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    for (const each of [near, far]) sockets.add(each.on('error', () => {}).on('close', () => end(near, far)));
    near.on('data', (bytes) => far.write(String(bytes).replace(`127.0.0.1:${port}`, new URL(server.origin).host)));
    far.pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  port = (proxy.address() as AddressInfo).port;
  onTestFinished(async () => {
    end(...sockets);
    proxy.close();
    await server.close();
  });
  return { url: `http://127.0.0.1:${port}`, secret, cut: () => end(...sockets) };
}

test.each([[[700]], [[1, 2, 3]], [[100, 1_500, 2_900]]])('entries continue after the wire is cut at %j', async (cuts) => {
  const { url, secret, cut } = await wired();
  const states: string[] = [];
  await using client = connectDrive({ url, secret, wait: async () => {}, onLink: (state) => states.push(state) });
  const seen: number[] = [];
  for await (const { seq } of client.entries('t')) {
    seen.push(seq);
    if (cuts.includes(seq)) cut();
  }
  expect(seen).toEqual(Array.from({ length: many }, (_, at) => at));
  expect(states[0]).toBe('open');
});

test('a slow reader gets every entry, once', async () => {
  const { url, secret } = await wired();
  await using client = connectDrive({ url, secret });
  const seen: number[] = [];
  for await (const { seq } of client.entries('t')) {
    seen.push(seq);
    if (seq % 100 === 0) for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  }
  expect(seen).toEqual(Array.from({ length: many }, (_, at) => at));
});

test('a secret that is not known ends what is watched, and is not tried again', async () => {
  const { url } = await wired();
  const states: string[] = [];
  await using client = connectDrive({ url, secret: 'wrong', onLink: (state) => states.push(state) });
  await expect(client.entries('t')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'client_refused' });
  expect(states).toEqual(['refused']);
});
