/** Whether a program tried to reach what is not there: a network, by the counters of its network namespace, or another program's socket. Pure. */

/** Counters that stay at zero while programs talk only to each other: packets without a route, refused connections and datagrams. */
const telling: ReadonlySet<string> = new Set(['Ip.OutNoRoutes', 'Tcp.AttemptFails', 'Udp.NoPorts', 'Ip6OutNoRoutes', 'Udp6NoPorts']);

/** Reads `/proc/net/snmp` and `/proc/net/snmp6`, one after the other. */
export function attemptedNetwork(counters: string): boolean {
  let names: readonly string[] = [];
  for (const line of counters.split('\n')) {
    const [head = '', ...rest] = line.trim().split(/\s+/);
    if (!head.endsWith(':')) {
      if (telling.has(head) && Number(rest[0]) > 0) return true; // snmp6: a name and a number
    } else if (rest.every((word) => /^-?\d+$/.test(word))) {
      if (names.some((name, at) => telling.has(name) && Number(rest[at]) > 0)) return true;
    } else names = rest.map((name) => `${head.slice(0, -1)}.${name}`);
  }
  return false;
}

/** What programs print when they may not make a Unix socket: the kernel counts no such attempt. */
const socketSigns = /Address family not supported|EAFNOSUPPORT|Cannot connect to the Docker daemon|can't connect to the (?:gpg-)?agent/i;

/** Whether a program failed to reach another by a socket of this machine, by what it printed. */
export const attemptedSocket = (printed: string): boolean => socketSigns.test(printed);
