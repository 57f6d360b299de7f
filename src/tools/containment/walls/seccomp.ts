/** The system call filter for a contained command: it blocks what namespaces cannot contain. Pure. */
import { allow, answer, decided, filterOf, loadArgument, oneOf, refuse, refused, skipIfEqual } from './packet-filter.ts';

const genericCalls = {
  ...{ socket: 198, socketpair: 199, keys: [217, 218, 219], links: [37] },
  onOthers: [129, 117, 138, 140, 118, 119, 130, 122, 131, 30, 238, 239, 240, 270, 271, 274],
} as const;

/**
 * System call numbers by architecture; without them, no walls can be built. `keys`: add_key, request_key, keyctl. `links`: link, linkat. `onOthers`,
 * which act on other processes: kill, ptrace, rt_sigqueueinfo, setpriority, sched_setparam, sched_setscheduler, tkill, sched_setaffinity, tgkill,
 * ioprio_set, migrate_pages, move_pages, rt_tgsigqueueinfo, process_vm_readv, process_vm_writev, sched_setattr.
 */
const machines = {
  x64: {
    ...{ arch: 0xc000003e, socket: 41, socketpair: 53, keys: [248, 249, 250], links: [86, 265] },
    onOthers: [62, 101, 129, 141, 142, 144, 200, 203, 234, 251, 256, 279, 297, 310, 311, 314],
  },
  arm64: { arch: 0xc00000b7, ...genericCalls },
  riscv64: { arch: 0xc00000f3, ...genericCalls },
  loong64: { arch: 0xc0000102, ...genericCalls },
} as const;

/** Call rings (io_uring), and taking descriptors from other processes: the numbers are the same on all architectures. */
const newerCalls = [425, 426, 427, 438] as const;
/** pidfd_send_signal, pidfd_open, process_madvise, process_mrelease. */
const newerOnOthers = [424, 434, 440, 448] as const;
const [unix, ipv4, ipv6, netlink] = [1, 2, 10, 16] as const;

/**
 * What a command may do apart from changing files: the socket families that it may use (others reach the host, as vsock does, or devices), whether it
 * may act on the processes that it sees, and whether it can create hard links.
 */
export type Allowance = { readonly families: readonly number[]; readonly onOthers: boolean; readonly links: boolean };

/**
 * IPv4, IPv6 and netlink sockets belong to a network namespace. A Unix socket reaches any program on the machine whose socket is in a visible place,
 * and no filter can tell which, so it needs approval. Without links, every hard link fails as it does across disks, so that programs copy instead. In
 * the host's view, a command is among the processes and interfaces of the host; without privileges, netlink is read-only.
 */
export const allowances = {
  offline: { families: [ipv4, ipv6, netlink], onOthers: true, links: true },
  offlineWithoutLinks: { families: [ipv4, ipv6, netlink], onOthers: true, links: false },
  sockets: { families: [unix, ipv4, ipv6, netlink], onOthers: true, links: true },
  socketsWithoutLinks: { families: [unix, ipv4, ipv6, netlink], onOthers: true, links: false },
  kernel: { families: [netlink], onOthers: false, links: true },
  services: { families: [netlink, unix], onOthers: false, links: true },
} as const satisfies Readonly<Record<string, Allowance>>;

/** Stream and packet sockets: the ends of such a pair cannot be connected to anything else, unlike those of other kinds. */
const pairs = [1, 5] as const;
/** The bits of a socket type that are not flags. */
const typeBits = 0xf;

const [EPERM, EXDEV, EAFNOSUPPORT] = [1, 18, 97];

/** The filter in bubblewrap's format; undefined for an architecture that is not listed. */
export function systemCallFilter(machine: string, { families, onOthers, links }: Allowance): Buffer | undefined {
  if (!Object.hasOwn(machines, machine)) return undefined;
  const { arch, socket, socketpair, ...calls } = machines[machine as keyof typeof machines]; // the previous line proves that this is a key
  const forbidden = [...calls.keys, ...newerCalls, ...(onOthers ? [] : [...calls.onOthers, ...newerOnOthers])];
  return filterOf(arch, [
    ...forbidden.flatMap((call) => answer(call, refused(EPERM))),
    ...(links ? [] : calls.links.flatMap((call) => answer(call, refused(EXDEV)))),
    ...decided(socketpair, [
      ...loadArgument(0),
      skipIfEqual(unix), // pairs of other kinds can be connected to other sockets too
      refuse(EAFNOSUPPORT),
      ...(families.includes(unix) ? [allow] : [...loadArgument(1, typeBits), ...oneOf(pairs, EAFNOSUPPORT)]),
    ]),
    ...decided(socket, [...loadArgument(0), ...oneOf(families, EAFNOSUPPORT)]),
    allow,
  ]);
}
