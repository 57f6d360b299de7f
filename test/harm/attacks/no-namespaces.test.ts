/** Attacks on walls without namespaces: through what Landlock alone permits, and what a namespace would have closed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Home, newHome, testBy, triedBy, type User, users } from '../../support/contained.ts';
import { asOrdinaryUser, isRoot, ordinary } from '../../support/ordinary-user.ts';
import { sampled } from '../../support/sample.ts';

const from = 'landlock';
const python = (lines: string) => `/usr/bin/python3 -c '${lines}'`;
const hasPython = existsSync('/usr/bin/python3');

/** A process of the user outside the walls. */
async function outsider(user: User) {
  const child = spawn('/bin/sleep', ['60'], {
    env: { KEY: 'in-its-environment' },
    ...(user === 'an ordinary user' && isRoot ? { uid: ordinary, gid: ordinary } : {}),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

const stateOf = (home: Home) => {
  const { mode, uid, mtimeMs, ctimeMs, size } = lstatSync(join(home.cwd, 'a.txt'));
  return { mode, uid, mtimeMs, ctimeMs, size, text: readFileSync(join(home.cwd, 'a.txt'), 'utf8') };
};

describe.each(users)('as %s', (user) => {
  const tries = testBy(user);
  test.each(
    triedBy(
      user,
      sampled(
        [
          'echo x > a.txt',
          'echo x >> a.txt',
          'rm a.txt',
          'mv a.txt b.txt',
          'ln a.txt b.txt',
          'ln -sf /etc/passwd a.txt',
          'truncate -s 0 a.txt',
          ': > a.txt',
          'chmod 777 a.txt',
          'touch -d 2001-01-01 a.txt',
          'touch a.txt',
          'chattr +A a.txt',
          'setfattr -n user.x -v y a.txt',
          'cp a.txt d/x',
          'mkdir new',
          'mkfifo new',
          'dd if=/dev/null of=a.txt',
          'cd "$TMPDIR"; ln -s "$OLDPWD/a.txt" l; echo x > l',
          'cd "$TMPDIR"; ln "$OLDPWD/a.txt" l && echo x > l',
          'cd "$TMPDIR"; mv "$OLDPWD/a.txt" .',
          'echo x > /proc/self/cwd/a.txt',
          'unshare -Ur sh -c "echo x > a.txt; chmod 777 a.txt"',
          '/usr/bin/perl -e "open F, q(+<), q(a.txt) or truncate(q(a.txt), 0) or chmod 0, q(a.txt) or utime 1, 1, q(a.txt)"',
          '/usr/bin/perl -e "syscall(452, -100, q(a.txt), 0, 0); syscall(469, -100, q(a.txt), 0, 0, 0); sysopen F, q(a.txt), 01000"',
        ],
        5,
      ),
    ),
  )('nothing is changed: %s', async (command) => {
    const home = newHome(user);
    const before = stateOf(home);
    const ran = await home.run(command, { from });
    expect(ran.kind, ran.detail).toBe(from);
    expect(stateOf(home)).toEqual(before);
    expect(existsSync(join(home.cwd, 'new'))).toBe(false);
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          'cat ~/.ssh/id ~/.artoo/log',
          'cat ../.ssh/id',
          'cat link/id',
          'grep -r "" ~',
          'cp -r ~/.ssh "$TMPDIR"; cat "$TMPDIR"/.ssh/*',
          'cd ~/.ssh && cat id',
          'cat /proc/self/root"$HOME"/.ssh/id',
          'cat /dev/fd/0 < ~/.ssh/id',
          'ln ~/.ssh/id "$TMPDIR/k"; cat "$TMPDIR/k"',
          'tar -cf - -C ~ . | cat',
          'unshare -Ur cat "$HOME/.ssh/id"',
          'mv ~/.ssh "$TMPDIR/s"; cat "$TMPDIR/s/id"',
        ],
        5,
      ),
    ),
  )('no secret is read: %s', async (command) => {
    const home = newHome(user);
    symlinkSync('../.ssh', join(home.cwd, 'link'));
    expect((await home.run(command, { from })).output).not.toMatch(/PRIVATE|JOURNAL/);
  });

  tries('the names in a closed folder are not listed', async () => {
    const home = newHome(user, { '.ssh/very-private-name': '' });
    const { output } = await home.run('ls -R ~; ls ~/.ssh; find ~; echo ~/.ssh/*; ls ~/.[a-z]*/', { from });
    expect(output).not.toContain('very-private-name');
  });

  test.each(triedBy(user, sampled(['/root', '/var/log', '/srv', '/mnt', '/proc', '/run', '/tmp', '/var/tmp', '/sys', '/dev', '/'], 5)))(
    '%s is closed',
    async (place) => {
      const { exitCode, whyUnknown } = await newHome(user).run(`ls ${place}`, { from });
      expect(exitCode).not.toBe(0);
      expect(whyUnknown).not.toBeNull();
    },
  );

  tries('no process outside is signalled, slowed down, limited or looked into', async () => {
    const { pid, ...child } = await outsider(user);
    const priority = getPriority(pid);
    const lines = [
      `kill -9 ${pid}`,
      `kill -STOP ${pid}`,
      `renice -n 19 -p ${pid}`,
      `renice -n 19 -u $(id -u)`,
      `ionice -c 3 -p ${pid}`,
      `taskset -p 1 ${pid}`,
      `chrt -i -p 0 ${pid}`,
      `prlimit --pid ${pid} --cpu=1`,
      `tr "\\0" "\\n" < /proc/${pid}/environ`,
      `cat /proc/${pid}/cmdline`,
      `ls -l /proc/${pid}/fd /proc/${pid}/cwd/`,
      `cat /proc/$PPID/environ`,
    ];
    const home = newHome(user);
    const outputs = [];
    for (const line of lines) outputs.push((await home.run(line, { from })).output);
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    expect([child.exitCode, state[0], Number(state[16])]).toEqual([null, 'S', priority]);
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max cpu time +unlimited/);
    expect(outputs.join('')).not.toMatch(/in-its-environment|PATH=/);
  });

  test.skipIf(!hasPython)('nothing is sent, and no program of the machine is reached', async () => {
    const heard: string[] = [];
    const home = newHome(user);
    const path = join(home.path, 'workspace/socket');
    const servers = [
      createServer(() => void heard.push('tcp')).listen(0, '127.0.0.1'),
      createServer(() => void heard.push('unix')).listen(path),
      createServer(() => void heard.push('abstract')).listen(`\0artoo-${process.pid}`),
    ];
    for (const server of servers) onTestFinished(() => void server.close());
    await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
    chmodSync(path, 0o777);
    const address = servers[0]?.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const attempts = [
      `s.socket().connect(("127.0.0.1", ${port}))`,
      `s.socket(s.AF_INET6).connect(("::ffff:127.0.0.1", ${port}))`,
      `s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", ${port}))`,
      `s.socket(s.AF_INET, s.SOCK_STREAM, 262).connect(("127.0.0.1", ${port}))`,
      `s.socket(s.AF_UNIX).connect("${path}")`,
      `s.socket(s.AF_UNIX).connect("\\0artoo-${process.pid}")`,
      `s.socketpair(s.AF_UNIX, s.SOCK_DGRAM)[0].sendto(b"x", "${path}")`,
      's.socket(40, s.SOCK_STREAM)',
      's.socket(s.AF_NETLINK, s.SOCK_RAW)',
    ];
    for (const attempt of attempts) {
      const { output } = await home.run(python(`import socket as s\n${attempt}\nprint("sent")`), { from });
      expect(output).not.toContain('sent\n');
    }
    const bash = await home.run(`echo x > /dev/tcp/127.0.0.1/${port} && echo sent`, { from });
    expect(bash.output).not.toContain('sent\n');
    expect(heard).toEqual([]);
  });

  tries('memory and messages of the machine cannot be made, found or removed', async () => {
    const home = newHome(user);
    const { output } = await home.run('ipcmk -M 64 -S 1 -Q; ipcrm -a && echo removed', { from });
    expect(output).not.toMatch(/id: \d/);
  });

  tries('a pair of sockets that a program makes for itself works', async (context) => {
    if (!hasPython) return context.skip();
    const pair = 'import socket\na, b = socket.socketpair()\na.send(b"x")\nprint(b.recv(1))';
    expect((await newHome(user).run(python(pair), { from })).output).toBe("b'x'\n");
  });

  tries('no privileges are left, and none come back', async () => {
    const home = newHome(user);
    expect((await home.run('mknod d/n b 8 0; chroot / true && echo rooted', { from })).output).not.toContain('rooted');
    expect((await home.run('/usr/bin/perl -e "print syscall(157, 39, 0, 0, 0, 0)"', { from })).output).toBe('1'); // no new privileges
    expect((await home.run('id -u', { from })).output).toContain(user === 'this user' ? String(process.getuid?.()) : String(ordinary));
  });

  tries('what leaves its session or its group ends with the command', async () => {
    const home = newHome(user);
    const mark = `98${Math.floor(Math.random() * 1e6)}`;
    const ran = await home.run(
      `setsid sleep ${mark}.1 & (setsid -f sleep ${mark}.2); nohup sleep ${mark}.3 & sleep ${mark}.4 & disown -a; exit 0`,
      { from },
    );
    expect(ran.exitCode).toBe(0);
    await expect.poll(() => running(mark)).toEqual([]);
  });

  tries('what does not end is stopped with everything it started', async () => {
    const home = newHome(user);
    const mark = `97${Math.floor(Math.random() * 1e6)}`;
    const ran = await home.run(`setsid sh -c 'trap "" TERM; sleep ${mark}' & trap '' TERM; sleep ${mark}`, { from, timeoutMs: 1_000 });
    expect(ran.killedBy).toBe('timeout');
    await expect.poll(() => running(mark)).toEqual([]);
  });
});

test('where the kernel gives a user no namespaces, these walls are the ones that are chosen', async (context) => {
  if (!isRoot) return context.skip();
  const home = newHome('an ordinary user');
  const { root, node } = inject('readable');
  const script = `
    const { chooseContainment } = await import(${JSON.stringify(join(root, 'src/tools/containment/choose.ts'))});
    const surroundings = { home: process.env.HOME, data: process.env.HOME + '/.artoo', env: {}, secrets: [], stagings: ['/var/tmp'] };
    const { kind, detail } = await chooseContainment({ surroundings, signal: new AbortController().signal });
    console.log(JSON.stringify({ kind, detail }));
    process.exit(0);`;
  const poor = 'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"';
  const inside = ['unshare', '-U', `--map-user=${ordinary}`, `--map-group=${ordinary}`, '--keep-caps', 'sh', '-c', poor, 'sh'];
  const [file = '', ...args] = [...asOrdinaryUser, ...inside, node, '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(file, args, { cwd: '/', env: { ...process.env, HOME: home.path } });
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'landlock', detail: expect.stringContaining('unshare failed') });
});

test('when artoo is killed, everything in the walls ends', async () => {
  const home = newHome('this user');
  const mark = `96${process.pid}`;
  const { root, node } = inject('readable');
  const script = join(root, 'test/support/children/landlocked.ts');
  const artoo = spawn(node, [script, join(home.path, '.artoo'), home.cwd, `setsid sleep ${mark} & sleep ${mark}`], {
    cwd: home.cwd,
    env: { ...process.env, HOME: home.path },
    stdio: 'ignore',
  });
  await expect.poll(() => running(mark), { timeout: 15_000 }).toHaveLength(2);
  artoo.kill('SIGKILL');
  await expect.poll(() => running(mark), { timeout: 15_000 }).toEqual([]);
});

/** The sleepers on this machine with a word in their command line. */
const running = (word: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLineOf)
    .filter((line) => line.startsWith('sleep') && line.includes(word));

function commandLineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}
