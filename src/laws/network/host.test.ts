import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostAt, hostName, hostText } from './host.ts';

test.each([
  ['mirror.example.org', 'mirror.example.org'],
  ['EXAMPLE.org.', 'example.org'],
  ['localhost', 'localhost'],
  ['_dmarc.a-b.example', '_dmarc.a-b.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['1.example', '1.example'],
])('%j is a name: %s', (text, name) => {
  expect(hostName(text)).toBe(name);
});

test.each([
  ...[
    '',
    '.',
    'a..b',
    '-a.example',
    'a-.example',
    'a b',
    'bücher.example',
    'a/b',
    'a@b',
    'a%00.example',
    'a\0b',
    '*.example.org',
    `${'a'.repeat(64)}.org`,
  ],
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0X7F000001', '1.2.3.0x', '010.0.0.1', '[::1]', '::1', `${'a.'.repeat(127)}org`],
])('%j is not a name', (text) => {
  expect(hostName(text)).toBeUndefined();
});

test.each([
  ['a.example:443', undefined, { name: 'a.example', port: 443 }],
  ['a.example', 80, { name: 'a.example', port: 80 }],
  ['a.example', undefined, undefined],
  ['a.example:', 80, undefined],
  ['a.example:0', 80, undefined],
  ['a.example:65536', 80, undefined],
  ['a.example:+80', 80, undefined],
  ['a.example:80:80', 80, undefined],
  ['user@a.example:80', 80, undefined],
  ['[::1]:80', 80, undefined],
])('%j with default port %s is %j', (text, port, host) => {
  expect(hostAt(text, port)).toEqual(host);
});

test('a host is shown with its port unless that is the default', () => {
  expect([80, 443, 8443].map((port) => hostText({ name: 'a.example', port }))).toEqual(['a.example', 'a.example', 'a.example:8443']);
});

test('nothing that the system would take for an address is a name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (address) => {
      expect(hostName(address)).toBeUndefined();
    }),
  );
});
