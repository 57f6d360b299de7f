/** Runs the filter as the kernel would, call by call: what a machine lacks (such as a family of sockets) cannot be tested on it. */
import { describe, expect, test } from 'vitest';
import { allowances, systemCallFilter } from './seccomp.ts';

const x64 = 0xc000003e;
const allowed = 0x7fff0000;

type Call = { readonly number: number; readonly args?: readonly number[]; readonly arch?: number };

/** The answer to a call by the filter for an allowance: an error number, or 0 if the call is allowed. */
function answerTo(name: keyof typeof allowances, { number, args = [], arch = x64 }: Call): number {
  const filter = systemCallFilter('x64', allowances[name]) ?? Buffer.alloc(0);
  const data = new Map([[0, number], [4, arch], ...args.map((value, at) => [16 + 8 * at, value] as const)]);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const operation = filter.readUInt16LE(at * 8);
    const [whenSo, whenNot, operand] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3), filter.readUInt32LE(at * 8 + 4)];
    if (operation === 0x20) loaded = data.get(operand) ?? 0;
    else if (operation === 0x54) loaded = (loaded & operand) >>> 0;
    else if (operation === 0x15) at += loaded === operand ? whenSo : whenNot;
    else if (operation === 0x35) at += loaded >= operand ? whenSo : whenNot;
    else if (operation === 0x06) return operand === allowed ? 0 : operand & 0xffff;
    else throw new Error(`line ${at} has an operation that is not known: ${operation}`);
  }
  throw new Error('the filter has no end');
}

const calls = {
  socket: 41,
  socketpair: 53,
  link: 86,
  linkat: 265,
  kill: 62,
  ptrace: 101,
  keyctl: 250,
  io_uring_setup: 425,
  pidfd_getfd: 438,
  pidfd_send_signal: 424,
};
const [unix, ipv4, tipc, vsock, stream, datagram, raw, packets, closedOnExec] = [1, 2, 30, 40, 1, 2, 3, 5, 0x80000];
const [EPERM, EXDEV, EAFNOSUPPORT] = [1, 18, 97];

describe.each(['offline', 'offlineWithoutLinks', 'sockets', 'socketsWithoutLinks', 'kernel', 'services'] as const)('%s', (name) => {
  const hasUnix = name.startsWith('sockets') || name === 'services';
  const ofLinks = name.endsWith('WithoutLinks') ? EXDEV : 0;
  const isOfHost = name === 'kernel' || name === 'services';

  test.each([
    ['a Unix socket', calls.socket, [unix, stream], hasUnix ? 0 : EAFNOSUPPORT],
    ['a socket of IPv4', calls.socket, [ipv4, stream], isOfHost ? EAFNOSUPPORT : 0],
    ['a socket to the machine below', calls.socket, [vsock, stream], EAFNOSUPPORT],
    ['a socket of another family', calls.socket, [tipc, stream], EAFNOSUPPORT],
    ['a pair of streams', calls.socketpair, [unix, stream | closedOnExec], 0],
    ['a pair of packets', calls.socketpair, [unix, packets], 0],
    ['a pair of datagrams', calls.socketpair, [unix, datagram | closedOnExec], hasUnix ? 0 : EAFNOSUPPORT],
    ['a raw pair', calls.socketpair, [unix, raw], hasUnix ? 0 : EAFNOSUPPORT],
    ['a pair of another family', calls.socketpair, [tipc, stream], EAFNOSUPPORT],
    ['a hard link', calls.link, [], ofLinks],
    ['a hard link beside open folders', calls.linkat, [], ofLinks],
    ['keys', calls.keyctl, [], EPERM],
    ['rings of calls', calls.io_uring_setup, [], EPERM],
    ['descriptors of others', calls.pidfd_getfd, [], EPERM],
    ['a signal', calls.kill, [], isOfHost ? EPERM : 0],
    ['a signal by a descriptor', calls.pidfd_send_signal, [], isOfHost ? EPERM : 0],
    ['a look into others', calls.ptrace, [], isOfHost ? EPERM : 0],
    ['reading', 0, [], 0],
  ])('%s', (_, number, args, answer) => {
    expect(answerTo(name, { number, args })).toBe(answer);
  });

  test('calls of another architecture, or of another interface of the same, are refused', () => {
    expect(answerTo(name, { number: 0, arch: 0x40000003 })).not.toBe(0);
    expect(answerTo(name, { number: 0x40000000 + calls.socket, args: [unix, stream] })).not.toBe(0);
  });
});

test('where the calls of a machine are not known, there is no filter', () => {
  expect(systemCallFilter('mips', allowances.offline)).toBeUndefined();
});
