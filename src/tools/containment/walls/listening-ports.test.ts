import { expect, test } from 'vitest';
import { listeningPorts } from './listening-ports.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (at: string, state = '0A') =>
  `   0: ${at} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0\n`;
const zeros = '0'.repeat(32);

test.each([
  ['all addresses', row('00000000:1F90'), '', [{ port: 8080, address: '127.0.0.1' }]],
  ['loopback', row('0100007F:1435'), '', [{ port: 5173, address: '127.0.0.1' }]],
  ['loopback as a machine of the other byte order writes it', row('7F000001:1435'), '', [{ port: 5173, address: '127.0.0.1' }]],
  ['all addresses of IPv6', '', row(`${zeros}:1F90`), [{ port: 8080, address: '::1' }]],
  ['loopback of IPv6', '', row('00000000000000000000000001000000:1F90'), [{ port: 8080, address: '::1' }]],
  ['IPv4 at a socket of IPv6', '', row('0000000000000000FFFF00000100007F:1F90'), [{ port: 8080, address: '127.0.0.1' }]],
  ['both, once', row('0100007F:1F90'), row(`${zeros}:1F90`), [{ port: 8080, address: '127.0.0.1' }]],
  ['an address that is not loopback', row('0101A8C0:1F90'), row('FE800000000000000000000000000001:1F90'), []],
  ['a connection', row('0100007F:1F90', '01'), row(`${zeros}:1F90`, '06'), []],
  ['several, in order', row('00000000:1F91') + row('00000000:1F90'), '', [8080, 8081].map((port) => ({ port, address: '127.0.0.1' }))],
  ['nothing readable', 'x\n\n: : : 0A', '', []],
])('%s', (_, tcp, tcp6, found) => {
  expect(listeningPorts(head + tcp, head + tcp6)).toEqual(found);
});
