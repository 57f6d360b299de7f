import { describe, expect, test } from 'vitest';
import { type LandlockFilter, landlockFilter } from './landlock-filter.ts';

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

type Call = { readonly number: number; readonly arguments?: readonly number[]; readonly architecture?: number };

/** What the kernel would do with a call: let it through, or return an error number, or 0 for a call that only seems to succeed. */
function answer(machine: keyof typeof architectures, options: Partial<LandlockFilter>, call: Call): 'allowed' | number {
  const program = landlockFilter(machine, { hasScopes: true, ...options }) ?? Buffer.alloc(0);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture ?? architectures[machine], 4);
  for (const [at, value] of (call.arguments ?? []).entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * at);
  let held = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const [operation, operand] = [program.readUInt16LE(8 * at), program.readUInt32LE(8 * at + 4)];
    const [whenSo, whenNot] = [program.readUInt8(8 * at + 2), program.readUInt8(8 * at + 3)];
    if (operation === 0x20) held = data.readUInt32LE(operand);
    else if (operation === 0x15) at += held === operand ? whenSo : whenNot;
    else if (operation === 0x35) at += held >= operand ? whenSo : whenNot;
    else if (operation === 0x06) return operand === 0x7fff0000 ? 'allowed' : operand & 0xffff;
  }
  throw new Error('the filter ends without an answer');
}

const [EPERM, ENOTTY, ENOSYS, EAFNOSUPPORT] = [1, 25, 38, 97];

describe('without the network', () => {
  test.each<[what: string, x64: Call, answers: 'allowed' | number]>([
    ['read', { number: 0 }, 'allowed'],
    ['openat', { number: 257 }, 'allowed'],
    ['chmod', { number: 90 }, EPERM],
    ['fchmodat2', { number: 452 }, EPERM],
    ['utimensat', { number: 280 }, EPERM],
    ['setxattr', { number: 188 }, EPERM],
    ['setxattrat', { number: 463 }, ENOSYS],
    ['file_setattr', { number: 469 }, ENOSYS],
    ['a call of the future', { number: 700 }, ENOSYS],
    ['the x32 interface', { number: 0x40000000 + 90 }, ENOSYS],
    ['the interface of 32 bits', { number: 15, architecture: 0x40000003 }, ENOSYS],
    ['setsid', { number: 112 }, 0],
    ['setpgid', { number: 109 }, 0],
    ['socket of IPv4', { number: 41, arguments: [2, 1, 0] }, EAFNOSUPPORT],
    ['socket of Unix', { number: 41, arguments: [1, 1, 0] }, EAFNOSUPPORT],
    ['socket of netlink', { number: 41, arguments: [16, 3, 0] }, EAFNOSUPPORT],
    ['a pair of streams', { number: 53, arguments: [1, 1, 0] }, 'allowed'],
    ['a pair that closes on exec', { number: 53, arguments: [1, 1 | 0x80000, 0] }, 'allowed'],
    ['a pair of datagrams', { number: 53, arguments: [1, 2, 0] }, EAFNOSUPPORT],
    ['a pair of datagrams with flags', { number: 53, arguments: [1, 2 | 0x80800, 0] }, EAFNOSUPPORT],
    ['a pair of another family', { number: 53, arguments: [30, 1, 0] }, EAFNOSUPPORT],
    ['the size of a terminal', { number: 16, arguments: [1, 0x5413] }, 'allowed'],
    ['flags of a file', { number: 16, arguments: [3, 0x40086602] }, ENOTTY],
    ['letters typed into a terminal', { number: 16, arguments: [0, 0x5412] }, ENOTTY],
    ['a number with more than 32 bits', { number: 16, arguments: [0, 0x1_0000_5412] }, ENOTTY],
    ['own limits', { number: 302, arguments: [0] }, 'allowed'],
    ["another process's limits", { number: 302, arguments: [4711] }, EPERM],
    ['fcntl: flags', { number: 72, arguments: [3, 4] }, 'allowed'],
    ['fcntl: a lease', { number: 72, arguments: [3, 1024] }, EPERM],
    ['fcntl: who gets signals', { number: 72, arguments: [3, 8] }, 'allowed'],
    ['kill', { number: 62, arguments: [1, 9] }, 'allowed'],
  ])('%s', (_, call, answers) => {
    expect(answer('x64', {}, call)).toBe(answers);
  });
});

test('where Landlock does not keep signals inside, none are sent', () => {
  const calls = [62, 200, 234, 129, 297, 424].map((number) => ({ number }));
  const owners = [8, 10, 15].map((command) => ({ number: 72, arguments: [3, command] }));
  for (const call of [...calls, ...owners]) expect([call, answer('x64', { hasScopes: false }, call)]).toEqual([call, EPERM]);
});

test('arm64 has its own numbers', () => {
  const numbers = { fchmodat: 53, utimensat: 88, socket: 198, setsid: 157, openat: 56, ioctl: 29 };
  const answers = Object.values(numbers).map((number) => answer('arm64', {}, { number, arguments: [2, 0x5401] }));
  expect(answers).toEqual([EPERM, EPERM, EAFNOSUPPORT, 0, 'allowed', 'allowed']);
});

test('where numbers are not known there is no filter', () => {
  expect(landlockFilter('mips', { hasScopes: true })).toBeUndefined();
});
