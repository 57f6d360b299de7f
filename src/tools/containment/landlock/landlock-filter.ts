/**
 * The system call filter for a command that runs without namespaces, with Landlock only: it blocks calls that would reach other programs on the machine, and
 * changes to files that Landlock does not cover. Pure.
 */
import {
  allow,
  answer,
  decided,
  filterOf,
  type Line,
  loadArgument,
  oneOf,
  refuse,
  refused,
  refuseFrom,
  skipIfEqual,
} from '../walls/packet-filter.ts';

/** Changes to a file's metadata, which Landlock does not restrict. */
const ofFiles = {
  // fchmod, fchmodat, fchown, fchownat, utimensat, setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr; x64 has chmod, chown, lchown, utime,
  // utimes and futimesat too
  x64: [91, 268, 93, 260, 280, 188, 189, 190, 197, 198, 199, 90, 92, 94, 132, 235, 261],
  generic: [52, 53, 55, 54, 88, 5, 6, 7, 14, 15, 16],
  anywhere: [452], // fchmodat2
} as const;

/** Calls that act on other processes, which Landlock does not restrict. */
const onOthers = {
  // setpriority, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr, ioprio_set, migrate_pages, move_pages
  x64: [141, 142, 144, 203, 314, 251, 256, 279],
  generic: [140, 118, 119, 122, 274, 30, 238, 239],
  anywhere: [440, 448], // process_madvise, process_mrelease
} as const;

/** Memory and messages that belong to the whole machine: shm*, sem*, msg*, mq_open, mq_unlink; keys; bpf, perf_event_open. */
const ofMachine = {
  x64: [29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71, 240, 241, 248, 249, 250, 321, 298],
  generic: [194, 196, 195, 190, 193, 191, 192, 186, 189, 188, 187, 180, 181, 217, 218, 219, 280, 241],
  anywhere: [425, 426, 427], // io_uring
} as const;

/** kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo. */
const signals = { x64: [62, 200, 234, 129, 297], generic: [129, 130, 131, 138, 240], anywhere: [424] } as const; // pidfd_send_signal

/**
 * Calls decided by their arguments. `setsid` and `setpgid` do nothing and report success, so that every process stays in one group and ends with it.
 */
const calls = {
  x64: { group: [112, 109], socket: 41, socketpair: 53, fcntl: 72, ioctl: 16, prlimit64: 302 },
  generic: { group: [157, 154], socket: 198, socketpair: 199, fcntl: 25, ioctl: 29, prlimit64: 261 },
} as const;

const machines = {
  x64: { arch: 0xc000003e, numbers: 'x64' },
  arm64: { arch: 0xc00000b7, numbers: 'generic' },
  riscv64: { arch: 0xc00000f3, numbers: 'generic' },
  loong64: { arch: 0xc0000102, numbers: 'generic' },
} as const;

/** Calls with this number or a higher one were added in Linux 6.13 or later; some of them change metadata. */
const firstUnknown = 463;

const unix = 1;
/** Stream and packet sockets: the ends of such a pair cannot be connected to anything else. The flags next to a type are close-on-exec and non-blocking. */
const pairs = [1, 5].flatMap((type) => [0, 0x800, 0x80000, 0x80800].map((flags) => type | flags));
/** F_SETOWN, F_SETSIG and F_SETOWN_EX send signals; F_SETLEASE makes other programs wait. */
const [sending, leasing] = [[8, 10, 15], 1024] as const;
/** TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIOASYNC, FIONCLEX, FIOCLEX: any other request may change a file. */
const harmless = [0x5401, 0x540f, 0x5413, 0x541b, 0x5421, 0x5452, 0x5450, 0x5451] as const;

const [EPERM, ENOTTY, EAFNOSUPPORT] = [1, 25, 97];
const pretended = refused(0);

export type LandlockFilter = {
  /** Whether Landlock itself restricts signals. */
  readonly hasScopes: boolean;
};

/** The filter; undefined for an architecture that is not listed. */
export function landlockFilter(machine: string, { hasScopes }: LandlockFilter): Buffer | undefined {
  if (!Object.hasOwn(machines, machine)) return undefined;
  const { arch, numbers } = machines[machine as keyof typeof machines]; // the previous line proves that this is a key
  const { group, socket, socketpair, fcntl, ioctl, prlimit64 } = calls[numbers];
  const forbidden = [ofFiles, onOthers, ofMachine, ...(hasScopes ? [] : [signals])].flatMap((list) => [...list[numbers], ...list.anywhere]);
  return filterOf(arch, [
    ...refuseFrom(firstUnknown),
    ...forbidden.flatMap((call) => answer(call, refused(EPERM))),
    ...group.flatMap((call) => answer(call, pretended)),
    ...only(socket, 0, [], EAFNOSUPPORT),
    ...decided(socketpair, [
      ...loadArgument(0),
      skipIfEqual(unix), // pairs of other kinds can be connected to other sockets too
      refuse(EAFNOSUPPORT),
      ...loadArgument(1),
      ...oneOf(pairs, EAFNOSUPPORT),
    ]),
    ...only(ioctl, 1, harmless, ENOTTY),
    ...only(prlimit64, 0, [0], EPERM),
    ...never(fcntl, 1, hasScopes ? [leasing] : [leasing, ...sending]),
    allow,
  ]);
}

/** A call that is allowed only with these values of an argument. */
const only = (call: number, index: 0 | 1, values: readonly number[], errno: number): readonly Line[] =>
  decided(call, [...loadArgument(index), ...oneOf(values, errno)]);

/** A call that is refused with these values of an argument. */
const never = (call: number, index: 0 | 1, values: readonly number[]): readonly Line[] =>
  decided(call, [...loadArgument(index), ...values.flatMap((value) => answer(value, refused(EPERM))), allow]);
