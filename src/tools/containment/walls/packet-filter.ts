/** Building blocks of system call filters: for every call, the kernel runs the filter line by line and uses the first answer. Pure. */

/** An operation, how many lines to skip if it is true and if it is false, and its operand. */
export type Line = readonly [operation: number, whenSo: number, whenNot: number, number: number];

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const end = 0x06;

const ENOSYS = 38;
/** This number and all higher ones belong to another interface of the same kernel (x32). */
const otherInterface = 0x40000000;

const allowed = 0x7fff0000;
/** The call is not made, but fails with this error number. */
export const refused = (errno: number): number => 0x00050000 | errno;

export const allow: Line = [end, 0, 0, allowed];
export const refuse = (errno: number): Line => [end, 0, 0, refused(errno)];

/** Skips the next line if the loaded value equals this number. */
export const skipIfEqual = (number: number): Line => [jumpIfEqual, 1, 0, number];

/** Offsets into the data that a filter receives. */
const at = { number: 0, arch: 4, firstArgument: 16 } as const;

/** Loads the lower half of an argument, the only part that the kernel uses in the filtered calls. `bits`: a mask. */
export const loadArgument = (index: 0 | 1, bits?: number): readonly Line[] => [
  [load, 0, 0, at.firstArgument + 8 * index],
  ...(bits === undefined ? [] : [[0x54, 0, 0, bits] as const]),
];

/** Answers a call, or a loaded value, with this result. */
export const answer = (number: number, result: number): readonly Line[] => [
  [jumpIfEqual, 0, 1, number],
  [end, 0, 0, result],
];

/** Refuses all calls with this number or a higher one. */
export const refuseFrom = (first: number): readonly Line[] => [[jumpIfAtLeast, 0, 1, first], refuse(ENOSYS)];

/** Refuses the call unless the loaded value is one of these. */
export const oneOf = (numbers: readonly number[], errno: number): readonly Line[] => [
  ...numbers.flatMap((number) => answer(number, allowed)),
  refuse(errno),
];

/** Decides a call by these lines, the last of which must give an answer. */
export const decided = (call: number, lines: readonly Line[]): readonly Line[] => [[jumpIfEqual, 0, lines.length, call], ...lines];

/** A complete filter, for calls of one architecture and interface; all others are refused. */
export const filterOf = (arch: number, lines: readonly Line[]): Buffer =>
  Buffer.concat(
    [
      [load, 0, 0, at.arch] as const,
      skipIfEqual(arch),
      refuse(ENOSYS),
      [load, 0, 0, at.number] as const,
      ...refuseFrom(otherInterface),
      ...lines,
    ].map(encoded),
  );

function encoded([operation, whenSo, whenNot, number]: Line): Buffer {
  const line = Buffer.alloc(8);
  line.writeUInt16LE(operation, 0);
  line.writeUInt8(whenSo, 2);
  line.writeUInt8(whenNot, 3);
  line.writeUInt32LE(number >>> 0, 4);
  return line;
}
