import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Drive } from '../../app/drive/drive.ts';
import { openServer } from './open-server.ts';

test('a connection on which nothing was asked, as clients keep to spare, does not hold up the close', async () => {
  const server = await openServer({ drive: {} as Drive, page: '/nowhere', graceMs: 2 ** 31 - 1 }); // no call here reaches the drive
  const spare = connect(server.port, '127.0.0.1');
  await once(spare, 'connect');
  expect((await fetch(server.origin)).status).toBe(404); // so that the server has accepted the previous connection
  const gone = once(spare, 'close');
  await Promise.all([server.close(), gone]);
});
