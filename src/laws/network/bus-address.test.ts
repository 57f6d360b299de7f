import { expect, test } from 'vitest';
import { busAddress, isLoopback, shownBus } from './bus-address.ts';

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
  'nats://me:%zz@bus',
  `nats://bus/${'x'.repeat(33)}`,
])('%j is not the address of a bus', (text) => {
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

test('a person sees where it is, but neither name nor password', () => {
  expect(shownBus(busAddress('tls://me:secret@bus/acme'))).toBe('tls://bus:4222/acme');
});

test('naming a file for TLS switches TLS on', () => {
  expect(busAddress('nats://bus', { ca: '/ca.pem', credentials: '/me.creds' })).toMatchObject({
    credentials: '/me.creds',
    tls: { ca: '/ca.pem' },
  });
});
