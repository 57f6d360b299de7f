import { expect, test } from 'vitest';
import { startNats } from '../../test/support/nats.ts';
import { openBus } from './bus.ts';
import { busAddress, isLoopback } from './bus-address.ts';

test.each([
  ['nats://127.0.0.1:4222', { server: '127.0.0.1:4222', host: '127.0.0.1', realm: 'default' }],
  ['nats://bus/acme', { server: 'bus:4222', host: 'bus', realm: 'acme' }],
  ['nats://me:pa%20ss@bus:1', { server: 'bus:1', host: 'bus', realm: 'default', user: { name: 'me', password: 'pa ss' } }],
  ['tls://bus', { server: 'bus:4222', host: 'bus', realm: 'default', tls: {} }],
  ['nats://[::1]:4222', { server: '[::1]:4222', host: '::1', realm: 'default' }],
])('%s', (text, address) => {
  expect(busAddress(text)).toEqual(address);
});

test.each([
  '',
  'bus',
  'http://bus',
  'nats://',
  'nats://bus/a/b',
  'nats://bus/a.b',
  'nats://bus/a*',
  'nats://bus?x=1',
  `nats://bus/${'x'.repeat(33)}`,
])('%j is no address of a bus', (text) => {
  expect(() => busAddress(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('an error never shows a password', () => {
  expect(() => busAddress('nats://me:secret@bus/a/b')).toThrow(expect.not.stringContaining('secret'));
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['127.evil.org', false],
  ['10.0.0.1', false],
])('%s is on this machine: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});

test('without a server, and without JetStream, it says so', async () => {
  await expect(openBus(busAddress('nats://127.0.0.1:9'))).rejects.toMatchObject({ code: 'bus_unreachable' });
});

test('wrong credentials are refused, right ones are taken', async () => {
  const server = await startNats('authorization { user: me, password: right }');
  const at = (password: string) => busAddress(server.url.replace('//', `//me:${password}@`));
  await expect(openBus(at('wrong'))).rejects.toMatchObject({ code: 'bus_denied' });
  await using bus = await openBus(at('right'));
  expect(bus.connection.info?.auth_required).toBe(true);
});
