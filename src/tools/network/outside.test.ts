/** The test suite of the port to other machines: both the network of this machine and the simulated one of the tests pass it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { madeUpOutside } from '../../../test/support/made-up-outside.ts';
import { connectToFirst, type Outside, outsideWorld } from './outside.ts';

const { signal } = new AbortController();
const given = new Error('given up');
const server = createServer((socket) => void socket.on('error', () => {}).end('hello'));
const port = (): number => (server.address() as AddressInfo).port; // the server listens on a port

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

describe.each<[string, () => Outside]>([
  ['this machine', outsideWorld],
  ['one that a test makes up', () => madeUpOutside({ localhost: ['127.0.0.1'] }, port).outside],
])('the network of %s', (_, make) => {
  test('leads from a name to addresses, and from an address to what answers there', async () => {
    const outside = make();
    const addresses = await outside.resolve('localhost', signal);
    expect(addresses[0]).toBe('127.0.0.1');
    const socket = await outside.connect('127.0.0.1', port(), signal);
    expect(await heard(socket)).toBe('hello');
  });

  test('rejects with a system error for a name that does not exist', async () => {
    await expect(make().resolve('nothing.invalid', signal)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  });

  test.each(['resolve', 'connect'] as const)('rejects with the reason of its signal: %s', async (what) => {
    const outside = make();
    const stopped = AbortSignal.abort(given);
    const asked = what === 'resolve' ? outside.resolve('localhost', stopped) : outside.connect('127.0.0.1', port(), stopped);
    await expect(asked).rejects.toBe(given);
  });
});

test('more names than are looked up at the same time are all answered, also after one that there is not', async () => {
  const outside = outsideWorld();
  const names = ['nothing.invalid', 'localhost', 'localhost', 'localhost', 'localhost'];
  const found = await Promise.allSettled(names.map((name) => outside.resolve(name, signal)));
  expect(found.map(({ status }) => status)).toEqual(['rejected', ...Array<string>(4).fill('fulfilled')]);
});

describe('the first of several addresses that answers', () => {
  /** A network in which only these addresses answer. */
  const answering = (...addresses: readonly string[]): Outside => ({
    resolve: () => expect.unreachable('it is given addresses'),
    connect: (address, to) =>
      addresses.includes(address)
        ? outsideWorld().connect('127.0.0.1', to, signal)
        : Promise.reject(Object.assign(new Error(address), { code: 'ECONNREFUSED' })),
  });
  const all = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'];

  test('is connected to', async () => {
    expect(await heard(await connectToFirst(answering('10.0.0.3'), { addresses: all, port: port() }, signal))).toBe('hello');
  });

  test.each<[string, readonly string[], object]>([
    ['where none answers, the last failure is told', all.slice(0, 2), { code: 'ECONNREFUSED', message: '10.0.0.2' }],
    ['no more than four are tried', all, { message: '10.0.0.4' }],
    ['a host without an address has a failure of its own', [], { code: 'ENODATA' }],
  ])('%s', async (_, addresses, failure) => {
    await expect(connectToFirst(answering('10.0.0.5'), { addresses, port: port() }, signal)).rejects.toMatchObject(failure);
  });

  test('is given up with the reason of the signal', async () => {
    const stopping = new AbortController();
    const outside: Outside = {
      ...answering(),
      connect: () => {
        stopping.abort(given);
        return Promise.reject(new Error('refused'));
      },
    };
    await expect(connectToFirst(outside, { addresses: all, port: port() }, stopping.signal)).rejects.toBe(given);
  });
});

async function heard(socket: Socket): Promise<string> {
  onTestFinished(() => void socket.destroy());
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}
