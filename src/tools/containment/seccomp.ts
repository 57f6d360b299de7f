/** The filter on system calls of a contained command: it blocks what no namespace contains. Pure. */
import type { HostView } from '../../laws/commands/looking-programs.ts';

/** System call numbers by architecture; one that is not listed gets no filter. */
const machines = {
  x64: {
    arch: 0xc000003e,
    socket: 41,
    keys: [248, 249, 250],
    others: [62, 101, 129, 141, 142, 144, 200, 203, 234, 251, 256, 279, 297, 310, 311, 314],
  },
  arm64: {
    arch: 0xc00000b7,
    socket: 198,
    keys: [217, 218, 219],
    others: [129, 117, 138, 140, 118, 119, 130, 122, 131, 30, 238, 239, 240, 270, 271, 274],
  },
} as const;
// `keys`: add_key, request_key, keyctl. `others`, which act on other processes: kill, ptrace, rt_sigqueueinfo, setpriority, sched_setparam, sched_setscheduler, tkill,
// sched_setaffinity, tgkill, ioprio_set, migrate_pages, move_pages, rt_tgsigqueueinfo, process_vm_readv, process_vm_writev, sched_setattr.

/** pidfd_send_signal, pidfd_open, pidfd_getfd, process_madvise, process_mrelease: the same number everywhere. */
const onOthersAnywhere = [424, 434, 438, 440, 448] as const;

const ioUring = [425, 426, 427] as const;
const [unix, netlink] = [1, 16];

/** Unix, IPv4, IPv6 and netlink: each belongs to a network namespace. Others reach the host (vsock) or devices. Processes are its own. */
const inView: Allowance = { families: [unix, 2, 10, netlink], onOthers: true };

/** Where a command is among the processes and interfaces of the host. Without privileges, netlink only tells. */
export const onHost: Readonly<Record<HostView, Allowance>> = {
  kernel: { families: [netlink], onOthers: false },
  services: { families: [netlink, unix], onOthers: false },
};

/** Instructions of the packet filter, and what it answers. */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const end = 0x06;
const allowed = 0x7fff0000;
const refused = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** Offsets into the data that the filter is given. */
const at = { number: 0, arch: 4, firstArgument: 16 } as const;
/** Numbers from here on belong to another interface of the same kernel (x32). */
const otherInterface = 0x40000000;

/** What a filter leaves to a command beyond the files that it sees. */
type Allowance = { readonly families: readonly number[]; readonly onOthers: boolean };

/** The filter as bubblewrap takes it, or nothing for an architecture that is not listed. */
export function systemCallFilter(machine: string, { families, onOthers }: Allowance = inView): Buffer | undefined {
  if (!Object.hasOwn(machines, machine)) return undefined;
  const { arch, socket, keys, others } = machines[machine as keyof typeof machines]; // the line above proved the key
  const forbidden = [...keys, ...ioUring, ...(onOthers ? [] : [...others, ...onOthersAnywhere])];
  const lines: Line[] = [
    [load, 0, 0, at.arch],
    [jumpIfEqual, 1, 0, arch],
    [end, 0, 0, refused(ENOSYS)],
    [load, 0, 0, at.number],
    [jumpIfAtLeast, 0, 1, otherInterface],
    [end, 0, 0, refused(ENOSYS)],
    ...forbidden.flatMap((call): Line[] => [
      [jumpIfEqual, 0, 1, call],
      [end, 0, 0, refused(EPERM)],
    ]),
    [jumpIfEqual, 1, 0, socket],
    [end, 0, 0, allowed],
    [load, 0, 0, at.firstArgument],
    ...families.flatMap((family): Line[] => [
      [jumpIfEqual, 0, 1, family],
      [end, 0, 0, allowed],
    ]),
    [end, 0, 0, refused(EAFNOSUPPORT)],
  ];
  return Buffer.concat(lines.map(encoded));
}

/** An operation, how many lines to skip when it holds and when it does not, and its operand. */
type Line = readonly [operation: number, whenSo: number, whenNot: number, number: number];

function encoded([operation, whenSo, whenNot, number]: Line): Buffer {
  const line = Buffer.alloc(8);
  line.writeUInt16LE(operation, 0);
  line.writeUInt8(whenSo, 2);
  line.writeUInt8(whenNot, 3);
  line.writeUInt32LE(number >>> 0, 4);
  return line;
}
