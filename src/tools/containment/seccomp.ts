/** The filter on system calls of a contained command: it blocks what no namespace contains. Pure. */

/** System call numbers by architecture; one that is not listed gets no filter. */
const machines = {
  x64: { arch: 0xc000003e, socket: 41, add_key: 248, request_key: 249, keyctl: 250 },
  arm64: { arch: 0xc00000b7, socket: 198, add_key: 217, request_key: 218, keyctl: 219 },
} as const;

const ioUring = [425, 426, 427] as const;
/** Unix, IPv4, IPv6 and netlink: each belongs to a network namespace. Others reach the host (vsock) or devices. */
const families = [1, 2, 10, 16] as const;

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

/** The filter as bubblewrap takes it, or nothing for an architecture that is not listed. */
export function systemCallFilter(machine: string): Buffer | undefined {
  if (!Object.hasOwn(machines, machine)) return undefined;
  const { arch, socket, ...keyCalls } = machines[machine as keyof typeof machines]; // the line above proved the key
  const forbidden = [...Object.values(keyCalls), ...ioUring];
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

/** What other filters are made of. */
export const filterParts = { load, jumpIfEqual, jumpIfAtLeast, end, allowed, refused, at, otherInterface, encoded } as const;
export type FilterLine = Line;
