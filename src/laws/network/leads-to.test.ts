import { expect, test } from 'vitest';
import type { AddressKind } from './address-kind.ts';
import { leadsTo } from './leads-to.ts';

const rows: readonly (readonly [string, readonly string[], AddressKind])[] = [
  ['example.org', ['93.184.215.14'], 'public'],
  ['example.org', ['93.184.215.14', '2606:2800:21f::1'], 'public'],
  ['8.8.8.8', ['8.8.8.8'], 'public'],
  ['example.org', ['93.184.215.14', '10.0.0.1'], 'private'],
  ['example.org', ['10.0.0.1', '127.0.0.1'], 'local'],
  ['example.org', ['8.8.8.8', '::1'], 'local'],
  ['example.org', ['8.8.8.8', '240.0.0.1'], 'other'],
  ['example.org', ['nonsense'], 'other'],
  ['example.org', [], 'other'],
  ['localhost', ['8.8.8.8'], 'local'],
  ['localhost.', ['8.8.8.8'], 'local'],
  ['LOCALHOST', ['8.8.8.8'], 'local'],
  ['a.b.localhost', ['8.8.8.8'], 'local'],
  ['printer.local', ['8.8.8.8'], 'private'],
  ['metadata.google.internal', ['8.8.8.8'], 'private'],
  ['metadata.google.internal', ['169.254.169.254'], 'local'],
  ['intranet', ['8.8.8.8'], 'private'],
  ['notlocalhost.org', ['8.8.8.8'], 'public'],
];

test.each(rows)('%s at %j is %s', (host, addresses, kind) => {
  expect(leadsTo(host, addresses)).toBe(kind);
});
