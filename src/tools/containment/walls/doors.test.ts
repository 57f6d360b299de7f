import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedHome, users } from '../../../../test/support/contained.ts';
import { isProof } from '../../../../test/support/sample.ts';
import { openedDoors, openerBy } from './doors.ts';

const [port, other] = [61_013, 61_014];
/** A port on this machine that no other program is known to use. */
const freePort = 61_987;
const speak = (to: number) => `exec 9<>/dev/tcp/127.0.0.1/${to} && echo "it says hello" >&9 && cat <&9`;

describe.each(users)('a door, for %s', (user) => {
  const home = sharedHome(user);

  test('is served by this process, as often as it is knocked at', async () => {
    const line = `for i in 1 2 3; do (${speak(port)}); done; (${speak(other)})`;
    const ran = await home().run(line, { answers: { [port]: 'one: ', [other]: 'two: ' } });
    expect(ran).toMatchObject({ exitCode: 0, output: `${'one: it says hello\n'.repeat(3)}two: it says hello\n`, attemptedNetwork: false });
  });

  test('leaves the command without a channel, a variable of it, a Unix socket or a route', async () => {
    const line =
      'ls /proc/*/fd | grep -cx 7; env | grep -c NODE_CHANNEL; cat /proc/net/route | wc -l; python3 -c "import socket; socket.socket(socket.AF_UNIX)" 2>&1 | grep -c supported';
    expect((await home().run(line, { answers: { [port]: '' } })).output).toBe('0\n0\n1\n1\n');
  });

  test('is not there without having been asked for, and has no effects', async () => {
    expect(await home().run(`(${speak(port)}) 2>/dev/null; echo $?`)).toMatchObject({ output: '1\n', attemptedNetwork: 'machine' });
    expect(await home().run('ls /run', { answers: { [port]: '' } })).toMatchObject({ effects: [], left: { files: 0, processes: 0 } });
  });

  test.runIf(isProof)('that cannot be opened keeps the command from running', async () => {
    await expect(home().run('true', { answers: { 99999: '' } })).rejects.toThrow('the walls around the command could not be built');
  });
});

test.each([
  ['Perl', openerBy('/usr/bin/perl', process.arch)],
  ['Node, where there is no Perl', openerBy(undefined, process.arch, process.execPath)],
  ['Node, on a machine whose numbers are not known', openerBy('/usr/bin/perl', 'mips', process.execPath)],
])('is opened by %s, which hands over a socket that listens', async (_, { words }) => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ignore', 'ignore', 'ignore', 'ignore', 'ipc'];
  const child = spawn('/bin/sh', ['-c', `${words} ${freePort}`], { stdio });
  const [message, server] = await once(child, 'message');
  onTestFinished(() => void server.close());
  expect([message, server.address()]).toMatchObject([freePort, { address: '127.0.0.1', port: freePort }]);
});

test('what is connected at a door is closed after the run, though neither side ends it', async () => {
  const met = Promise.withResolvers<Socket>();
  const opened = openedDoors([port], 0);
  opened.serve([{ port, onConnection: (socket) => met.resolve(socket) }]);
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(opened.take(port, server)).toBe(true);
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
  onTestFinished(() => void client.destroy());
  const socket = await met.promise;
  opened[Symbol.dispose]();
  await expect.poll(() => socket.destroyed).toBe(true);
});
