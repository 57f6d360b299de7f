/**
 * Whether a program tried to reach something outside the walls: a network, judging by the counters of its network namespace, or another program's
 * socket. Pure.
 */

/** `outside`: other machines, or the name server on this one. `machine`: a program that listens on this machine. */
export type NetworkAttempt = 'outside' | 'machine';

/**
 * Counters that stay at zero while the programs inside talk only to each other: packets without a route, refused datagrams and connections. Refusals
 * happen on the loopback.
 */
const telling: ReadonlyMap<string, NetworkAttempt> = new Map([
  ...['Ip.OutNoRoutes', 'Udp.NoPorts', 'Ip6OutNoRoutes', 'Udp6NoPorts'].map((name) => [name, 'outside'] as const),
  ['Tcp.AttemptFails', 'machine'],
]);

/** Reads `/proc/net/snmp` followed by `/proc/net/snmp6`. */
export function attemptedNetwork(counters: string): NetworkAttempt | false {
  let names: readonly string[] = [];
  const met: (NetworkAttempt | undefined)[] = [];
  for (const line of counters.split('\n')) {
    const [head = '', ...rest] = line.trim().split(/\s+/);
    if (!head.endsWith(':')) {
      if (Number(rest[0]) > 0) met.push(telling.get(head)); // snmp6: a name and a number
    } else if (rest.every((word) => /^-?\d+$/.test(word))) {
      met.push(...names.map((name, at) => (Number(rest[at]) > 0 ? telling.get(name) : undefined)));
    } else names = rest.map((name) => `${head.slice(0, -1)}.${name}`);
  }
  return met.includes('outside') ? 'outside' : met.includes('machine') ? 'machine' : false;
}

/** What programs print when they are not allowed to create a Unix socket: the kernel does not count such attempts. */
const socketSigns = /Address family not supported|EAFNOSUPPORT|Cannot connect to the Docker daemon|can't connect to the (?:gpg-)?agent/i;

/** Whether a program failed to reach another one through a local socket, judging by its output. */
export const attemptedSocket = (printed: string): boolean => socketSigns.test(printed);
