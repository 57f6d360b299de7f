import { expect, test } from 'vitest';
import { attemptedNetwork } from './network-attempts.ts';

const counters = (ip = 0, tcp = 0, udp = 0, ip6 = 0) =>
  [
    'Ip: Forwarding DefaultTTL OutNoRoutes ReasmTimeout',
    `Ip: 2 64 ${ip} 0`,
    'Tcp: RtoAlgorithm MaxConn ActiveOpens AttemptFails',
    `Tcp: 1 -1 9 ${tcp}`,
    'Udp: InDatagrams NoPorts',
    `Udp: 3 ${udp}`,
    `Ip6OutNoRoutes                  \t${ip6}`,
    'Udp6NoPorts                     \t0',
  ].join('\n');

test.each<[string, string, ReturnType<typeof attemptedNetwork>]>([
  ['nothing', counters(), false],
  ['no way out', counters(1), 'outside'],
  ['a connection that nobody took', counters(0, 1), 'machine'],
  ['a datagram that nobody took', counters(0, 0, 2), 'outside'],
  ['no way out by IPv6', counters(0, 0, 0, 3), 'outside'],
  ['both', counters(1, 1), 'outside'],
  ['no counters at all', '', false],
  ['garbage', 'Ip: x\nTcp\n:::', false],
])('%s', (_, text, attempted) => {
  expect(attemptedNetwork(text)).toBe(attempted);
});
