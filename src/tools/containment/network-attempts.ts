/** Whether somebody tried to reach a network that is not there, told by the counters of a network namespace. Pure. */

/** Counters that stay at zero while programs talk only to themselves: a packet without a way out, a connection or a datagram that nobody took. */
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
