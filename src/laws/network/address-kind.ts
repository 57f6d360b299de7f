/** What an IP address leads to: the public network, or something that a stranger's name must not lead to. Pure. */

/**
 * `private`: other machines on this network. `local`: this machine, its links, and addresses at which clouds hand out secrets. `other`: reserved,
 * multicast and documentation addresses, at which nothing answers.
 */
export type AddressKind = 'public' | 'private' | 'local' | 'other';

/**
 * Undefined if the text is not an address. Accepts the forms that the system and `URL` produce: four decimal numbers, or hexadecimal groups with or without
 * brackets.
 */
export function addressKind(address: string): AddressKind | undefined {
  const bytes = address.includes(':') ? bytesOfV6(address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')) : bytesOfV4(address);
  return bytes && kindOf(bytes);
}

type Range = readonly [prefix: string, bits: number, kind: AddressKind];

/** The first range that contains an address decides; an address outside all ranges is public. */
const v4: readonly Range[] = [
  ['0.0.0.0', 8, 'local'], // reaches this machine
  ['127.0.0.0', 8, 'local'],
  ['169.254.0.0', 16, 'local'],
  ['168.63.129.16', 32, 'local'], // Azure's own services
  ['100.100.100.200', 32, 'local'], // Alibaba's metadata
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['192.0.0.0', 24, 'other'],
  ['192.0.2.0', 24, 'other'],
  ['192.88.99.0', 24, 'other'],
  ['198.18.0.0', 15, 'other'],
  ['198.51.100.0', 24, 'other'],
  ['203.0.113.0', 24, 'other'],
  ['224.0.0.0', 3, 'other'], // multicast, reserved, broadcast
];

const v6: readonly Range[] = [
  ['::', 127, 'local'], // unspecified and loopback
  ['fd00:ec2::254', 128, 'local'], // Amazon's metadata
  ['fe80::', 10, 'local'],
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['2001::', 23, 'other'], // Teredo, benchmarks, ORCHID
  ['2001:db8::', 32, 'other'],
  ['3fff::', 20, 'other'],
  ['2000::', 3, 'public'],
  ['::', 0, 'other'], // all others are unassigned
];

/** Where an IPv6 address embeds an IPv4 address: mapped, compatible, translated (two prefixes), 6to4. */
const carriers: readonly (readonly [prefix: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 12],
  ['::ffff:0:0:0', 96, 12],
  ['64:ff9b::', 96, 12],
  ['64:ff9b:1::', 48, 12],
  ['2002::', 16, 2],
];

function kindOf(bytes: readonly number[]): AddressKind {
  if (bytes.length === 4) return v4.find(([prefix, bits]) => isIn(bytes, bytesOfV4(prefix), bits))?.[2] ?? 'public';
  const carrier = carriers.find(([prefix, bits]) => isIn(bytes, bytesOfV6(prefix), bits));
  if (carrier) return kindOf(bytes.slice(carrier[2], carrier[2] + 4));
  return v6.find(([prefix, bits]) => isIn(bytes, bytesOfV6(prefix), bits))?.[2] ?? 'other';
}

const isIn = (bytes: readonly number[], prefix: readonly number[] | undefined, bits: number): boolean =>
  prefix?.every((byte, at) => {
    const kept = Math.max(0, Math.min(8, bits - 8 * at));
    const mask = (0xff << (8 - kept)) & 0xff;
    return ((bytes[at] ?? 0) & mask) === (byte & mask);
  }) ?? false;

function bytesOfV4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return undefined;
  return parts.map(Number);
}

function bytesOfV6(text: string): readonly number[] | undefined {
  const [, head = text, last] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  const v4Bytes = last === undefined ? [] : bytesOfV4(last);
  if (!v4Bytes) return undefined;
  const whole = last === undefined ? head : `${head}${hex(v4Bytes, 0)}:${hex(v4Bytes, 2)}`;
  const sides = whole.split('::');
  if (sides.length > 2) return undefined;
  const [before = [], after = []] = sides.map((side) => (side === '' ? [] : side.split(':')));
  const missing = 8 - before.length - after.length;
  if (sides.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}

const hex = (bytes: readonly number[], at: number): string => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16);
