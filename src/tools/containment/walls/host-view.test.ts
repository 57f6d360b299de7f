/** The walls of the host's view, tested with lines that no rule would allow: what they show, and that nothing can be changed, signalled or sent. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servant, testBy, type User, users } from '../../../../test/support/contained.ts';
import { asOrdinaryUser } from '../../../../test/support/ordinary-user.ts';
import { scratch } from '../../../../test/support/scratch.ts';
import type { HostView } from '../../../laws/commands/programs/looking-programs.ts';

type Seen = { readonly exitCode: number | null; readonly output: string };
type Look = (command: string, view?: HostView) => Promise<Seen>;

const prefixes: Readonly<Record<User, readonly string[]>> = { 'this user': [], 'an ordinary user': asOrdinaryUser };
const servants = { 'this user': servant([]), 'an ordinary user': servant(asOrdinaryUser) };

/** Runs the line in the host's view as that user. HERE is a folder that any user may write to. */
const lookBy =
  (ask: (line: string) => Promise<string>): Look =>
  async (command, view = 'kernel') => {
    const folder = scratch();
    chmodSync(folder, 0o777);
    for (const [name, content] of [
      ['.ssh', 'a key'],
      ['data', 'a journal'],
    ] as const) {
      mkdirSync(join(folder, name));
      chmodSync(join(folder, name), 0o755);
      writeFileSync(join(folder, name, 'id'), content);
    }
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    chmodSync(join(folder, 'mine.txt'), 0o666);
    const places = { home: folder, data: join(folder, 'data'), secrets: [join(folder, '.ssh')], stagings: ['/var/tmp'], cwd: folder };
    const line = command.replaceAll('HERE', folder);
    const told = JSON.parse(await ask(JSON.stringify({ ...places, command: line, view, timeoutMs: 20_000, variables: { LANG: 'C' } })));
    if ('error' in told) throw new Error(told.error);
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
    return told;
  };

const hasPython = spawnSync('/usr/bin/python3', ['--version']).status === 0;
const python = (lines: string) => `/usr/bin/python3 -c '${lines}'`;

describe.each(users)('as %s', (user) => {
  const tries = testBy(user);
  const prefix = prefixes[user];
  const look = lookBy(servants[user]);

  tries('it tells the truth: processes, name, interfaces and disks are those of the machine', async () => {
    const sleeper = spawn('/bin/sleep', ['987.125']);
    onTestFinished(() => void sleeper.kill('SIGKILL'));
    const { output } = await look('ps -eo pid,args | grep 987.12 | grep -v grep; hostname; cat /proc/net/dev; df /');
    expect(output).toContain(`${sleeper.pid} /bin/sleep 987.125`);
    expect(output).toContain(hostname());
    for (const name of Object.keys(networkInterfaces())) expect(output).toContain(`${name}:`);
    expect(output).toMatch(/ \/$/m);
  });

  tries('what is ours is called artoo, and holds no word of the line', async () => {
    const { output } = await look('ps -o comm= -p $$,$PPID; pgrep -fl unlikely-word || echo none');
    expect(output.trim().split('\n')).toEqual(['artoo', 'artoo', 'none']);
  });

  tries('files cannot be changed', async () => {
    const { output } = await look(
      'echo x > HERE/mine.txt; rm HERE/mine.txt; echo x > HERE/new; mkdir /tmp/artoo-planted; echo x > /dev/shm/artoo-planted; echo x > /proc/self/oom_score_adj',
    );
    const lines = output.trim().split('\n');
    expect([lines.length, lines.filter((line) => !/Read-only file system|Permission denied/.test(line))]).toEqual([6, []]);
    expect([existsSync('/tmp/artoo-planted'), existsSync('/dev/shm/artoo-planted')]).toEqual([false, false]);
  });

  tries('no process can be signalled, slowed down or looked into', async () => {
    const sleeper = spawn('/bin/sleep', ['60'], {
      uid: prefix.length > 0 ? 65_534 : process.getuid?.(),
      env: { SECRET: 'in its environment' },
    });
    onTestFinished(() => void sleeper.kill('SIGKILL'));
    await once(sleeper, 'spawn');
    const { output } = await look(
      `kill -9 ${sleeper.pid}; kill -0 ${sleeper.pid} && echo signalled; renice -n 19 -p ${sleeper.pid} && echo slowed; cat /proc/${sleeper.pid}/environ`,
    );
    expect(output).not.toMatch(/signalled|slowed|in its environment/);
    expect(sleeper.exitCode ?? sleeper.signalCode).toBeNull();
  });

  tries("secrets and artoo's own data are closed", async () => {
    const { output } = await look('cat HERE/.ssh/id HERE/data/id HERE/mine.txt; ls HERE/data');
    expect(output).toContain('mine');
    expect(output).not.toMatch(/a key|a journal|^id$/m);
  });

  tries('a queue of messages of the machine is neither found nor removed', async () => {
    const run = (...line: readonly string[]) => {
      const [file = '', ...args] = [...prefix, ...line];
      return spawnSync(file, args, { encoding: 'utf8' }).stdout;
    };
    const id = /\d+$/m.exec(run('ipcmk', '-Q'))?.[0] ?? expect.fail('no queue can be made here');
    onTestFinished(() => void run('ipcrm', '-q', id));
    const { output } = await look(`ipcs -q; ipcrm -q ${id}`);
    expect(output).not.toMatch(new RegExp(`^0x\\S+ ${id} `, 'm'));
    expect(run('ipcs', '-q')).toMatch(new RegExp(` ${id} `));
  });

  test.skipIf(!hasPython)('nothing can be sent, by TCP, UDP, a Unix socket or a pair that is connected elsewhere', async () => {
    const heard: string[] = [];
    const tcp = createServer(() => void heard.push('tcp')).listen(0, '127.0.0.1');
    const path = join(scratch(), 'socket');
    chmodSync(join(path, '..'), 0o755);
    const unix = createServer(() => void heard.push('unix')).listen(path);
    await Promise.all([once(tcp, 'listening'), once(unix, 'listening')]);
    chmodSync(path, 0o777);
    for (const server of [tcp, unix]) onTestFinished(() => void server.close());
    const address = tcp.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const attempts = [
      `s.socket().connect(("127.0.0.1", ${port}))`,
      `s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))`,
      `s.socket(s.AF_UNIX).connect("${path}")`,
    ];
    for (const attempt of attempts) {
      const { output } = await look(python(`import socket as s\n${attempt}\nprint("sent")`));
      expect(output).not.toContain('sent');
    }
    expect(heard).toEqual([]);
  });

  test.skipIf(!hasPython)('services can be asked where the line needs them', async () => {
    const path = join(scratch(), 'socket');
    chmodSync(join(path, '..'), 0o755);
    const service = createServer((socket) => void socket.end('told')).listen(path);
    await once(service, 'listening');
    chmodSync(path, 0o777);
    onTestFinished(() => void service.close());
    const ask = python(`import socket as s\nc = s.socket(s.AF_UNIX)\nc.connect("${path}")\nprint(c.recv(9))`);
    expect((await look(ask, 'services')).output).toContain('told');
    expect((await look(ask, 'kernel')).output).not.toContain('told');
  });

  tries('programs come from the system, whatever PATH says', async () => {
    const folder = scratch();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'df'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    const there = lookBy(servant([...prefix, 'env', `PATH=${folder}:${process.env.PATH}`]));
    const { output } = await there('df /');
    expect(output).not.toContain('planted');
  });
});
