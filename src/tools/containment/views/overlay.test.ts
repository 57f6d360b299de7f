import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newHome, sharedHome, testBy, triedBy, users } from '../../../../test/support/contained.ts';
import { ordinary } from '../../../../test/support/ordinary-user.ts';
import { repositoryIn } from '../../../../test/support/repository.ts';

describe.each(users)('a command in a view, as %s', (user) => {
  const tries = testBy(user);
  const home = sharedHome(user);
  beforeAll(() => symlinkSync('d', join(home().cwd, 'k')));

  test.each(
    triedBy<[title: string, command: string, effects: readonly string[]]>(user, [
      ['makes nothing', 'cat a.txt; ls d', []],
      ['creates a file', 'echo n > n.txt', ['created project/n.txt']],
      [
        'creates folders and a link',
        'mkdir -p p/q; ln -s ../a.txt p/l',
        ['created project/p', 'created project/p/l', 'created project/p/q'],
      ],
      ['appends', 'echo more >> a.txt', ['changed project/a.txt']],
      ['changes a file of the same size', 'printf "b\\n" > a.txt', ['changed project/a.txt']],
      ['rewrites a file as it was', 'cat a.txt > /tmp/c; cat /tmp/c > a.txt; touch -d 2020-01-01 a.txt', ['touched project/a.txt']],
      ['changes a mode', 'chmod 600 a.txt', ['metadata project/a.txt']],
      ['changes the mode of the folder of its view', 'chmod 750 ..', ['metadata ']],
      ['deletes a file', 'rm a.txt', ['deleted project/a.txt']],
      ['deletes a folder', 'rm -r d', ['deleted project/d/x', 'deleted project/d/y', 'deleted project/d']],
      ['makes a folder anew', 'rm -r d; mkdir d; echo z > d/x', ['deleted project/d/y', 'changed project/d/x']],
      [
        'puts a file in the place of a folder',
        'rm -r d; echo f > d',
        ['deleted project/d/x', 'deleted project/d/y', 'deleted project/d', 'created project/d'],
      ],
      ['puts a folder in the place of a file', 'rm a.txt; mkdir a.txt', ['deleted project/a.txt', 'created project/a.txt']],
      ['puts a link in the place of a file', 'ln -sf d/x a.txt', ['changed project/a.txt']],
      [
        'renames a folder',
        'mv d e',
        [
          'deleted project/d/x',
          'deleted project/d/y',
          'deleted project/d',
          'created project/e',
          'created project/e/x',
          'created project/e/y',
        ],
      ],
      [
        'writes through a link',
        'ln -s ../project ../workspace/l; echo z > ../workspace/l/a.txt',
        ['created workspace/l', 'changed project/a.txt'],
      ],
      ['writes through a hard link', 'ln a.txt ../workspace/h; echo z > ../workspace/h', ['changed project/a.txt', 'created workspace/h']],
      ['leaves what cannot be opened', 'mkdir -m 000 z; echo s > s; chmod 000 s', ['created project/s', 'created project/z']],
      ['makes a pipe', 'mkfifo f', ['created project/f']],
      [
        'uses strange names',
        "touch $'new\\nline' '\"q, b:c\\d' ' '",
        ['created project/ ', 'created project/"q, b:c\\d', 'created project/new\nline'],
      ],
      ['changes what is beside the project', 'echo w2 > ../workspace/w; rm -f ../.ssh/id', ['changed workspace/w']],
    ]),
  )('%s', async (_, command, effects) => {
    const ran = await home().run(command);
    expect(ran.kind).toBe('overlay');
    expect(ran.whyUnknown).toBeNull();
    expect([...ran.effects].sort()).toEqual([...effects].sort());
    expect(readFileSync(join(home().cwd, 'a.txt'), 'utf8')).toBe('a\n');
    expect(readdirSync(home().cwd).sort()).toEqual(['a.txt', 'd', 'k']);
  });

  test.each(
    triedBy<[title: string, command: string, says: string | RegExp]>(user, [
      ['sees no secrets', 'cat ~/.ssh/id; ls ~/.ssh', /^(?!.*PRIVATE)cat: \S+: Permission denied\nls: .*: Permission denied\n$/],
      [
        'cannot open what is closed',
        'chmod 755 ~/.ssh; touch ~/.ssh/new; ls ~/.ssh',
        /^chmod: .*\ntouch: .*Permission denied\nls: .*Permission denied\n$/,
      ],
      ['is told about what is closed when it walks past', 'find ~ -name id; echo $?', /\.ssh.: Permission denied\n(?:.*\n)?1\n$/],
      ['does not see the data of artoo', 'ls ~/.artoo', /Permission denied/],
      ['does not see other views', "ls -A /var/tmp | grep -c '^artoo-[0-9]*$'", '0\n'],
      ['has an empty /tmp', 'ls -A /tmp | wc -l', '0\n'],
      ['has an empty /run', 'ls -A /run | wc -l', '0\n'],
      ['has no privileges', "grep -h ^Cap /proc/self/status | awk '{print $2}' | sort -u", '0000000000000000\n'],
      ['makes no namespaces', 'unshare -r true || echo no', /no\n$/],
      ['changes no settings of the kernel', 'echo 1 > /proc/sys/kernel/panic || echo no', /no\n$/],
      ['presses no keys', 'echo b > /proc/sysrq-trigger || echo no', /no\n$/],
      ['mounts nothing', 'mount -o remount,rw / || echo no', /no\n$/],
      ['reaches no device below', 'python3 -c "import socket; socket.socket(40, 1)" 2>&1 | tail -1', /not supported/],
      ['sees only its own processes', 'ls /proc | grep -c "^[0-9]"', /^[3-6]\n$/],
      ['finds only itself in the list of processes', 'pgrep -fc artoovictim || true', '1\n'],
      ['has no keys in its environment', 'env | grep -v ^GIT_CONFIG_KEY_0= | grep -c KEY || true', '0\n'],
      ['gets no input', 'cat', ''],
      ['cannot take all the memory', 'python3 -c "bytearray(5 * 1024 ** 3)" 2>&1 | tail -1', /MemoryError/],
      ['says who it is', 'id -u', user === 'this user' ? `${process.getuid?.()}\n` : '65534\n'],
    ]),
  )('%s', async (_, command, says) => {
    const { output } = await home().run(command);
    if (typeof says === 'string') expect(output).toBe(says);
    else expect(output).toMatch(says);
  });

  test.each(
    triedBy<[command: string, attempted: 'outside' | 'machine' | false]>(user, [
      ['echo > /dev/tcp/127.0.0.1/9', 'machine'],
      ['echo > /dev/tcp/192.0.2.1/80', 'outside'],
      ['echo > /dev/udp/192.0.2.1/53', 'outside'],
      ['true', false],
    ]),
  )('the attempt %s to reach the network is reported: %s', async (command, attempted) => {
    expect((await home().run(command)).attemptedNetwork).toBe(attempted);
  });

  tries('what it started and left behind is gone when it has ended, and its late writes are not among its effects', async () => {
    const { effects } = await home().run(
      'for i in 1 2 3 4; do (while :; do echo x >> "late$i"; done) & done; setsid sh -c "sleep 60" & sleep 0.05',
    );
    expect(effects.every((effect) => effect.startsWith('created project/late'))).toBe(true);
  });

  test.each(
    triedBy<[title: string, command: string, killedBy: string]>(user, [
      ['a fork bomb', ':(){ :|:& };:; sleep 20', 'processes'],
      ['endless output', 'yes', 'output'],
      ['one line without end', "head -c 1G /dev/zero | tr '\\0' x", 'output'],
      ['what takes too long', 'sleep 60', 'timeout'],
    ]),
  )('%s is stopped, and nothing of it is reported as an effect', async (_, command, killedBy) => {
    const ran = await home().run(`touch left; ${command}`, { timeoutMs: killedBy === 'timeout' ? 500 : 20_000 });
    expect(ran).toMatchObject({ killedBy, effects: [] });
  });

  tries('exit codes are those of the command', async () => {
    const codes = await Promise.all(['exit 7', 'kill -9 $$', 'nonesuch'].map(async (command) => (await home().run(command)).exitCode));
    expect(codes).toEqual([7, 137, 127]);
  });

  tries('a folder whose name could be taken for options is seen like any other', async () => {
    const odd = newHome(user, { 'odd/a"b, c\\d:e/f': 'f' });
    const cwd = join(odd.path, 'odd/a"b, c\\d:e');
    expect((await odd.run('echo n > n; rm f', { cwd, workspace: cwd })).effects).toEqual([
      `deleted odd/a"b, c\\d:e/f`,
      `created odd/a"b, c\\d:e/n`,
    ]);
  });

  tries('it has the name of the machine, so that a program that looks up its own name asks no network for it', async () => {
    const ran = await newHome(user).run('uname -n; git init -q made && cd made && git clone -q . ../other; git var GIT_AUTHOR_IDENT');
    expect(ran.output).toContain(`${hostname()}\n`);
    expect(ran.attemptedNetwork).toBe(false);
  });

  tries('a repository that was there before is cloned beside itself, and no link is told of', async () => {
    const before = newHome(user);
    const repository = join(before.cwd, 'repository');
    mkdirSync(repository);
    repositoryIn(repository);
    if (user === 'an ordinary user') execFileSync('chown', ['-R', `${ordinary}:${ordinary}`, repository]);
    const ran = await before.run('git clone -q repository ../workspace/copy && git -C ../workspace/copy log --oneline | wc -l');
    expect(ran).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^[1-9]/), hardLinks: 0, whyUnknown: null });
    expect(ran.effects.filter((effect) => !effect.startsWith('created workspace/copy'))).toEqual([]);
  });

  tries('what is ours is called artoo, and does not tell how the walls are built', async () => {
    const { output } = await newHome(user).run('cat /proc/1/comm /proc/2/comm; cat /proc/1/cmdline /proc/2/cmdline');
    expect(output).toMatch(/^artoo\nartoo\n/);
    expect(output).not.toMatch(/--ro-bind|ulimit/);
    expect((await newHome(user).run('env')).output).not.toContain('inside');
  });

  test.each(
    triedBy(user, [
      ['cat FOLDER/x', ['FOLDER/x']],
      ['cd FOLDER && wc -l <x', ['FOLDER', 'FOLDER/x']],
      ['ls FOLDER', ['FOLDER']],
      ['cat FOLDER/nothing', []],
      ['ls ~', []],
    ]),
  )('of what the machine has in its temporary folders, %s meets %j', async (command, met) => {
    const folder = mkdtempSync('/tmp/artoo-met-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'x'), '');
    const { hiddenTempPlaces } = await newHome(user).run(command.replace('FOLDER', folder));
    expect(hiddenTempPlaces).toEqual(met.map((path) => path.replace('FOLDER', folder)));
  });

  test.each(
    triedBy(user, [
      ['touch q; ln q z', 2],
      ['ln a.txt z', 1],
      ['echo b > n; cp n m', 0],
    ]),
  )('%s: %i files have several names', async (command, hardLinks) => {
    expect(await newHome(user).run(command)).toMatchObject({ hardLinks });
  });

  tries('names that are not UTF-8 cannot be told, and so nothing of it may be applied', async () => {
    expect((await home().run("touch $'caf\\xe9'")).whyUnknown).toMatch(/not UTF-8.*\$'caf\\xe9'$/);
  });

  tries('a socket with a listener cannot be reached', async () => {
    const own = newHome(user);
    mkdirSync(join(own.path, 'run'));
    const path = join(own.path, 'run/agent.sock');
    let reached = 0;
    const server = createServer(() => {
      reached += 1;
    }).listen(path);
    const { output } = await own.run(`python3 -c "import socket; socket.socket(socket.AF_UNIX).connect('${path}')" 2>&1 | tail -1`);
    server.close();
    expect(output).toMatch(/Address family not supported/);
    expect(reached).toBe(0);
  });
});
