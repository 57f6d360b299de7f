/** What connections may cost, over real sockets. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAttacked, drive, folder, host, made, openAttacked, opened, secret, send } from '../../../test/support/attacked-server.ts';
import { openServer } from './open-server.ts';

beforeAll(openAttacked);
afterAll(closeAttacked);

describe('what a connection may cost', () => {
  test('one that does not finish its head, or its body, is closed', async () => {
    const slow = [
      `GET / HTTP/1.1\r\nhost: ${host()}\r\nx: `,
      `POST /api/enter HTTP/1.1\r\nhost: ${host()}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`,
    ];
    const closed = slow.map(async (text) => (await opened(text)).closed);
    expect(await Promise.all(closed)).toEqual([true, true]);
  });

  test('five hundred at once do not keep a client out', async () => {
    const sockets = await Promise.all(Array.from({ length: 500 }, () => opened('', false)));
    expect(await send({})).toMatchObject({ status: 200 });
    for (const { socket } of sockets) socket.destroy();
  });

  test('more than that are closed as they come', async () => {
    await using patient = await openServer({ drive, page: join(folder, 'page') }); // with the usual limits, so that no connection is closed for being slow
    let closed = 0;
    const sockets = await Promise.all(Array.from({ length: 512 + 8 }, () => opened('', false, patient.port)));
    for (const { socket } of sockets) socket.resume().once('close', () => (closed += 1));
    await expect.poll(() => closed).toBe(8);
    for (const { socket } of sockets) socket.destroy();
  });

  test('a stream that is not read holds up its watch', async () => {
    const body = JSON.stringify({ add: [{ n: 1, kind: 'entries', asks: { task: 'endless' } }] });
    const head = `POST /api/stream HTTP/1.1\r\nhost: ${host()}\r\nartoo-secret: ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { socket } = await opened(head + body, false);
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = made > 0 && made === before;
          before = made;
          return isStill;
        },
        { interval: 50 },
      )
      .toBe(true);
    expect(made).toBeLessThan(2_000); // items of 16 KiB: those that the kernel buffers, and a queue
    socket.destroy();
  });
});
