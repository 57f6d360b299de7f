/** Which ports are open in a network, as listed by the kernel (`/proc/<pid>/net/tcp` and `tcp6`). Pure. */

/** A port, and the loopback address at which to reach it. */
export type Listening = { readonly port: number; readonly address: '127.0.0.1' | '::1' };

/** The kernel's number for a listening socket. */
const listens = '0A';
const any = { '127.0.0.1': '00000000', '::1': '0'.repeat(32) } as const;
/** Loopback addresses as the kernel writes them: as words in this machine's byte order. */
const loopback = { '127.0.0.1': /^(?:.{6}7F|7F.{6})$/, '::1': /^0{24}(?:01000000|00000001)$/ } as const;
/** IPv4 addresses on an IPv6 socket, as the kernel writes them. */
const mapped = /^0{16}(?:FFFF0000|0000FFFF)(?:.{6}7F|7F.{6}|0{8})$/;

/** Sorted by port, without duplicates; with the IPv4 address if both are open. Sockets at other addresses cannot be reached. */
export function listeningPorts(tcp: string, tcp6: string): readonly Listening[] {
  const found = [...socketsIn(tcp6, '::1'), ...socketsIn(tcp, '127.0.0.1')];
  return [...new Map(found.map((each) => [each.port, each])).values()].sort((a, b) => a.port - b.port);
}

function socketsIn(table: string, address: Listening['address']): readonly Listening[] {
  return table.split('\n').flatMap((line) => {
    const [, at = '', , state] = line.trim().split(/\s+/);
    const [host = '', port = ''] = at.toUpperCase().split(':');
    if (state !== listens) return [];
    if (address === '::1' && mapped.test(host)) return [{ port: Number.parseInt(port, 16), address: '127.0.0.1' }];
    return host === any[address] || loopback[address].test(host) ? [{ port: Number.parseInt(port, 16), address }] : [];
  });
}
