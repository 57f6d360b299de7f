import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdFile, megramOf } from '../../../test/support/children/file-keeper.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Keeper } from '../keeper.ts';
import type { Limits } from './limits.ts';
import { openSharedKeeper } from './shared-keeper.ts';

const tag = { space: 'a space', entity: 'an entity' };
const hello = '{"artoo_memory":1}\n';
/** For clients that must get an answer, however busy the machine is. */
const patient: Partial<Limits> = { takeoverMs: 30_000, answerMs: 30_000 };
const asking = `${JSON.stringify({ id: 1, operation: 'potentials', asks: tag })}\n`;

function share(folder: string, hold: () => Promise<Keeper | 'locked'> = () => holdFile(folder), limits: Partial<Limits> = {}): Keeper {
  const memory = openSharedKeeper({ folder, hold, limits });
  onTestFinished(() => memory.close());
  return memory;
}

async function stranger(folder: string): Promise<{ socket: Socket; said: () => string }> {
  const socket = createConnection(join(folder, 'socket'));
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  socket.on('error', () => {}); // the connection is closed while the stranger is still sending
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, said: () => text };
}

/** Long enough for a holder that is not suspended to answer, even on a busy machine, where a process may not run for tens of milliseconds. */
const shortMs = 300;

/** Blocks this process for longer than that, as if it had been stopped and continued: the test needs real time. */
const suspend = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, shortMs + 50);

test.each<[string, string | Buffer]>([
  ['speaks another version', '{"artoo_memory":2}\n'],
  ['does not say hello', asking],
  ['speaks HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['sends bytes', Buffer.from([0, 255, 254, 10])],
  ['asks for what there is not', `${hello}{"id":1,"operation":"constructor","asks":{}}\n`],
  ['sends an answer', `${hello}{"id":1,"gives":{}}\n`],
  ['nests without end', `${hello}${'['.repeat(1_000_000)}\n`],
  ['sends a line without end', Buffer.alloc(65 * 1024 * 1024, 'x')],
  ['does not say anything', ''],
])('the holder hangs up on a client that %s, and continues', async (_, sent) => {
  const folder = scratch();
  const isSilent = sent.length === 0;
  const holder = share(folder, undefined, isSilent ? { helloMs: 100 } : { helloMs: 30_000 });
  await holder.write({ megrams: [megramOf('a')] });
  const { socket, said } = await stranger(folder);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(sent);
  await closed;
  expect(said()).toBe(hello);
  expect(await share(folder, undefined, patient).potentials(tag)).toMatchObject({ attention: 1 });
});

test('a client whose hello came while the holder was suspended is served', async () => {
  const folder = scratch();
  await share(folder, undefined, { helloMs: shortMs }).potentials(tag);
  const { socket, said } = await stranger(folder);
  while (said() !== hello) await once(socket, 'data');
  socket.write(`${hello}${asking}`);
  suspend();
  while (said() === hello && !socket.closed) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  expect(said()).toMatch(/^\{"artoo_memory":1\}\n\{"id":1,"gives":/);
});

test('a holder that said hello while its client was suspended is found', async () => {
  const { folder } = await impostor((socket) => {
    socket.write(hello);
    suspend();
    socket.on(
      'data',
      (piece) => piece.includes('asks') && socket.write('{"id":1,"gives":{"attention":1,"decision":0,"action":"Ignore"}}\n'),
    );
  });
  const memory = share(folder, async () => 'locked', { takeoverMs: shortMs });
  expect(await memory.potentials(tag)).toMatchObject({ attention: 1 });
});

test('arguments that the table does not allow are answered with an error', async () => {
  const folder = scratch();
  await share(folder).potentials(tag);
  const { socket, said } = await stranger(folder);
  socket.write(`${hello}{"id":7,"operation":"find","asks":{"id":7}}\n`);
  while (!said().endsWith('}\n') || said() === hello) await once(socket, 'data');
  expect(JSON.parse(said().slice(hello.length))).toMatchObject({ id: 7, error: { code: 'memory_refused' } });
});

test('a client that does not read its answers is not read from, and does not hold up others', async () => {
  const folder = scratch();
  let pages = 0;
  const page = { kept: [{ id: 'a', megram: megramOf('a', 'an entity', 'x'.repeat(1_000_000)) }], next: null };
  const exportFrom = async () => {
    pages += 1;
    return page;
  };
  const holder = share(folder, () => holdFile(folder, { rows: { exportFrom } }), { helloMs: 500 });
  await holder.potentials(tag);
  const { socket } = await stranger(folder);
  socket.pause();
  const request = { id: 1, operation: 'exportFrom', asks: { after: 'x'.repeat(4_000), limit: 1 } };
  socket.write(`${hello}${`${JSON.stringify(request)}\n`.repeat(2_000)}`);
  const client = share(folder, undefined, patient);
  for (let asked = 0; asked < 200; asked += 1) await client.potentials(tag);
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(100);
  await holder.close();
  expect(await client.potentials(tag)).toMatchObject({ attention: 0 });
});

/** A foreign process that listens at the socket's path. */
async function impostor(behave: (socket: Socket) => void) {
  const folder = scratch();
  const connected: Socket[] = [];
  const server = createServer((socket) => {
    connected.push(socket.on('error', () => {}));
    behave(socket);
  });
  server.listen(join(folder, 'socket'));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of connected) socket.destroy();
  });
  return { folder, connected };
}

async function askAnImpostor(behave: (socket: Socket) => void, limits: Partial<Limits> = {}) {
  const { folder, connected } = await impostor(behave);
  const memory = share(folder, async () => 'locked', limits);
  const thrown = await memory.potentials(tag).catch((reason: unknown) => reason);
  return { thrown, connected };
}

test('a search ends when no caller waits for it, and does not hold up closing', async () => {
  const { folder } = await impostor(() => {});
  const slow = () => new Promise<'locked'>((resolve) => setTimeout(() => resolve('locked'), 30)); // longer than the limit, in real time
  const memory = share(folder, slow, { takeoverMs: 5 });
  await expect(memory.potentials(tag)).rejects.toMatchObject({ code: 'memory_unavailable' });
  await memory.close();
});

test('a holder of another version is recognised at once', async () => {
  const { thrown, connected } = await askAnImpostor((socket) => socket.write('{"artoo_memory":2,"more":"than we know"}\n'));
  expect(thrown).toMatchObject({ code: 'memory_unavailable', message: expect.stringContaining('version 2') });
  expect(connected).toHaveLength(1);
});

test.each<[string, (socket: Socket) => void]>([
  ['talks nonsense from the start', (socket) => socket.write('nonsense\n')],
  ['does not say hello', () => {}],
  ['hangs up', (socket) => socket.destroy()],
  [
    'hangs up on every request',
    (socket) => socket.on('data', (piece) => (piece.includes('asks') ? socket.destroy() : socket.write(hello))),
  ],
])('a holder that %s is given up in time', async (_, behave) => {
  const { thrown } = await askAnImpostor(behave, { takeoverMs: 50, answerMs: 50 });
  expect(thrown).toMatchObject({ code: 'memory_unavailable' });
});

test('a holder that answers nonsense is not asked again', async () => {
  const { thrown, connected } = await askAnImpostor((socket) => {
    socket.write(hello);
    socket.on('data', (piece) => piece.includes('asks') && socket.write('{"id":1,"error":{"code":"unheard of","message":""}}\n'.slice(1)));
  });
  expect(thrown).toMatchObject({ code: 'memory_unavailable' });
  expect(connected).toHaveLength(1);
});
