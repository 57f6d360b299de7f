import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxHelloBytes, readHello } from './client-hello.ts';

/** The first message that Node sends to a server with this name. */
async function helloOf(servername: string | undefined): Promise<Buffer> {
  const wire = new PassThrough();
  const said = once(wire, 'data');
  const { Duplex } = await import('node:stream');
  const socket = Duplex.from({ readable: new PassThrough(), writable: wire });
  connectTls({ socket, ...(servername === undefined ? {} : { servername }), rejectUnauthorized: false }).on('error', () => {});
  const [bytes] = await said;
  return bytes as Buffer; // the stream has no encoding, so it emits buffers
}

/** The same hello, in records of this size. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const parts: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    parts.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 0xff]), part);
  }
  return Buffer.concat(parts);
}

/** A hello with these extensions, and otherwise minimal. */
function made(extensions: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(extensions.length);
  const body = Buffer.concat([Buffer.alloc(34), Buffer.from([0, 0, 2, 0x13, 0x01, 1, 0]), length, extensions]);
  const message = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 0xff]), body]);
  return Buffer.concat([Buffer.from([22, 3, 1, message.length >> 8, message.length & 0xff]), message]);
}

const nameExtension = (name: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, name.length + 5, 0, name.length + 3, 0, 0, name.length]), Buffer.from(name)]);

test('the server that a client asks for is read from what it says first, however it comes', async () => {
  const hello = await helloOf('registry.example');
  expect(readHello(hello)).toEqual({ name: 'registry.example' });
  for (const size of [1, 3, 4, 5, 100]) expect(readHello(inRecords(hello, size))).toEqual({ name: 'registry.example' });
  for (let length = 0; length < hello.length; length += 1) {
    const read = readHello(hello.subarray(0, length));
    expect('needs' in read && read.needs > length && read.needs <= hello.length).toBe(true);
  }
});

test('a client that names no server is told from one that does', async () => {
  expect(readHello(await helloOf(undefined))).toEqual({ wrong: 'it names no server' });
});

test.each<[string, Buffer]>([
  ['plain text', Buffer.from('SSH-2.0-OpenSSH_9\r\n')],
  ['a request', Buffer.from('GET / HTTP/1.1\r\n')],
  ['an alert', Buffer.from([21, 3, 1, 0, 2, 2, 40])],
  ['a hello of SSL 2', Buffer.from([0x80, 0x2e, 1, 3, 1])],
  ['a record that is empty', Buffer.from([22, 3, 1, 0, 0])],
  ['a record that is too long', Buffer.from([22, 3, 1, 0xff, 0xff])],
  ['a hello of a server', Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
  ['a hello without end', Buffer.from([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff, 22, 3, 1, 0x40, 0])],
  ['two names', made(Buffer.concat([nameExtension('a.example'), nameExtension('b.example')]))],
  ['two names in one', made(Buffer.from([0, 0, 0, 10, 0, 8, 0, 0, 1, 97, 0, 0, 1, 98]))],
  ['a name of another kind', made(Buffer.from([0, 0, 0, 6, 0, 4, 7, 0, 1, 97]))],
  ['a name that is longer than it is', made(Buffer.from([0, 0, 0, 6, 0, 4, 0, 0, 9, 97]))],
  ['an extension that is longer than it is', made(Buffer.from([0, 0, 0, 60, 0, 4, 0, 0, 1, 97]))],
])('%s is not a hello', (_, bytes) => {
  expect(readHello(bytes)).toEqual({ wrong: expect.any(String) });
});

test('whatever comes is read in bounded time, and never asks for more than a hello may have', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([22, 3, 1, 0, 40, 1, 0, 0, 36, ...rest])),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      const read = readHello(Buffer.from(some));
      if ('needs' in read) expect(read.needs > some.length && read.needs <= maxHelloBytes).toBe(true);
    }),
  );
});
