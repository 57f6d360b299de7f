import { isIP } from 'node:net';
import { array, assert, constantFrom, ipV4, ipV6, nat, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddressKind, addressKind } from './address-kind.ts';

const rows: readonly (readonly [string, AddressKind | undefined])[] = [
  ['8.8.8.8', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.1', 'public'],
  ['100.63.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['169.253.1.1', 'public'],
  ['223.255.255.255', 'public'],
  ['2606:4700::1111', 'public'],
  ['2a00:1450:4001:81b::200e', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['2002:808:808::', 'public'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fc00::', 'private'],
  ['fec0::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['2002:c0a8:101::1', 'private'],
  ['0.0.0.0', 'local'],
  ['0.1.2.3', 'local'],
  ['127.0.0.1', 'local'],
  ['127.255.255.254', 'local'],
  ['169.254.169.254', 'local'],
  ['168.63.129.16', 'local'],
  ['100.100.100.200', 'local'],
  ['::', 'local'],
  ['::1', 'local'],
  ['[::1]', 'local'],
  ['0:0:0:0:0:0:0:1', 'local'],
  ['fe80::1', 'local'],
  ['fe80::1%eth0', 'local'],
  ['febf::1', 'local'],
  ['fd00:ec2::254', 'local'],
  ['::ffff:127.0.0.1', 'local'],
  ['::ffff:7f00:1', 'local'],
  ['::FFFF:7F00:1', 'local'],
  ['::ffff:0:127.0.0.1', 'local'],
  ['64:ff9b::7f00:1', 'local'],
  ['64:ff9b:1::169.254.169.254', 'local'],
  ['2002:7f00:1::', 'local'],
  ['192.0.2.1', 'other'],
  ['198.18.0.1', 'other'],
  ['203.0.113.9', 'other'],
  ['224.0.0.1', 'other'],
  ['255.255.255.255', 'other'],
  ['240.0.0.1', 'other'],
  ['::127.0.0.1', 'other'],
  ['2001:db8::1', 'other'],
  ['2001:0:7f00:1::', 'other'],
  ['ff02::1', 'other'],
  ['4000::1', 'other'],
  ['example.org', undefined],
  ['127.1', undefined],
  ['0177.0.0.1', undefined],
  ['0x7f.0.0.1', undefined],
  ['2130706433', undefined],
  ['256.0.0.1', undefined],
  ['1.2.3.4.5', undefined],
  [':::', undefined],
  ['1::2::3', undefined],
  ['1:2:3:4:5:6:7', undefined],
  ['1:2:3:4:5:6:7:8:9', undefined],
  ['::ffff:999.0.0.1', undefined],
  ['', undefined],
];

describe('an address leads to', () => {
  test.each(rows)('%s: %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  test('something for every address that the system accepts', () => {
    assert(
      property(
        constantFrom('v4', 'v6').chain((kind) => (kind === 'v4' ? ipV4() : ipV6())),
        (address) => {
          expect([address, addressKind(address) !== undefined]).toEqual([address, isIP(address) !== 0]);
        },
      ),
    );
  });

  test('the same, however a 4-byte address is embedded in a 16-byte address', () => {
    assert(
      property(
        tuple(nat(255), nat(255), nat(255), nat(255)),
        array(constantFrom('::ffff:', '64:ff9b::'), { minLength: 1, maxLength: 1 }),
        (bytes, [prefix]) => {
          expect(addressKind(`${prefix}${bytes.join('.')}`)).toBe(addressKind(bytes.join('.')));
        },
      ),
    );
  });
});
