/** Walls with a Landlock older than this kernel's, what is visible inside them, and what they cost. The suite for all walls is `choose.test.ts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scrubbed } from '../../running/environment.ts';
import { openStaging } from '../staging.ts';
import { quiet } from '../walls/run-inside.ts';
import { createLandlock, landlockAbi } from './landlock.ts';

const { signal } = new AbortController();
const perl = '/usr/bin/perl';

async function walls(abi: number) {
  const home = mkdtempSync('/var/tmp/artoo-landlock-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, 'project');
  for (const folder of [cwd, join(home, '.ssh'), join(home, 'staging')]) mkdirSync(folder);
  writeFileSync(join(cwd, 'a.txt'), 'a\n');
  writeFileSync(join(home, '.ssh/id'), 'PRIVATE');
  const surroundings = {
    home,
    data: join(home, '.artoo'),
    env: scrubbed({ ...process.env, HOME: home }),
    secrets: [join(home, '.ssh')],
    stagings: [],
  };
  const staging = await openStaging(join(home, 'staging'), 'one');
  const containment = createLandlock({ detail: '', perl, abi, surroundings, staging });
  const run = async (command: string) => {
    await using ran = await containment.run({ command, cwd, workspace: cwd, timeoutMs: 10_000, signal });
    return ran;
  };
  return { home, cwd, run };
}

describe.each([3, 4, 5, 6])('with version %i', (abi) => {
  test('reading works, writing does not, and no process outside is signalled', async () => {
    const { cwd, run } = await walls(abi);
    expect((await run('cat a.txt; git --version; echo x > "$TMPDIR/t" && cat "$TMPDIR/t"')).ended).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^a\n.*\nx\n$/),
    });
    expect((await run('echo x > a.txt; truncate -s 0 a.txt; chmod 0 a.txt; cat ~/.ssh/id')).ended.output).not.toContain('PRIVATE');
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a\n');
    const child = spawn('/bin/sleep', ['60']);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'spawn');
    expect((await run(`kill -9 ${child.pid}`)).ended.exitCode).not.toBe(0);
    const lines = `r, w = os.pipe(); fcntl.fcntl(r, 8, ${child.pid}); fcntl.fcntl(r, 10, 9); fcntl.fcntl(r, 4, os.O_ASYNC); os.write(w, b"x")`;
    await run(`/usr/bin/python3 -c 'import fcntl, os; ${lines}'`); // the kernel would send the signal on behalf of the program
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });
});

test('daily looking around works', async () => {
  const { cwd, run } = await walls(await landlockAbi(perl, signal));
  symlinkSync('a.txt', join(cwd, 'link'));
  const lines = [
    'ls -la',
    'cat link | sort | uniq -c | head -1',
    'grep -rn a . && find . -name "*.txt" -exec wc -l {} +',
    'diff <(cat a.txt) <(echo a)',
    'cat <<< here && x=$(mktemp) && echo y > "$x" && cat "$x"',
    'git -C . --version && bash -c "exit 0" && env | grep -q ^HOME=',
    'test -f /etc/hostname; nproc; date; uname -a; whoami || id',
    'awk "{ print }" a.txt && sed -n 1p a.txt && tar -cf - a.txt | tar -tf -',
    '/usr/bin/perl -e "print 1" && timeout 5 true',
    'seq 3 | xargs -P 3 -I{} echo {}',
  ];
  for (const line of lines) {
    const { ended } = await run(line);
    expect([line, ended.exitCode, ended.output]).toEqual([line, 0, ended.output]);
  }
});

test('what it met and what it left is reported', async () => {
  const { run } = await walls(await landlockAbi(perl, signal));
  const ran = await run('cat ~/.ssh/id; echo x > "$TMPDIR/left"; sleep 50 & exit 4');
  expect(ran).toMatchObject({ ended: { exitCode: 4, killedBy: null }, deniedPlaces: ['~/.ssh'], left: { files: 1, processes: 1 } });
  expect(ran.whyUnknown).toContain('is unknown');
});

test('no program can be reached, and that it was missed is reported', async () => {
  const server = createServer((socket) => void socket.end('told')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { run } = await walls(await landlockAbi(perl, signal));
  const line = `exec 5<>/dev/tcp/127.0.0.1/${port} && cat <&5`;
  expect(await run(line)).toMatchObject({ ended: { exitCode: 1 }, attemptedNetwork: 'outside' });
});

test('the command sees no descriptor, variable or argument of ours', async () => {
  const { run } = await walls(await landlockAbi(perl, signal));
  expect((await run('for at in 3 4 5 6 7 8 9; do { true >&$at; } 2>/dev/null && echo open $at; done; echo none')).ended.output).toBe(
    'none\n',
  );
  expect((await run('env | grep -i artoo_; echo "$0 $#"')).ended.output).toBe('bash 0\n');
  const names = (await run('env | sed "s/=.*//" | sort')).ended.output.trim().split('\n');
  const given = Object.keys(scrubbed({ ...process.env, HOME: '/', TMPDIR: '/' }));
  expect(names).toEqual([...new Set([...given, ...Object.keys(quiet), 'PWD', 'SHLVL', '_'])].sort());
});

test('a command line with a zero byte adds nothing to the plan: it is not run', async () => {
  const { cwd, run } = await walls(await landlockAbi(perl, signal));
  await expect(run('echo x > a.txt\0' + '0\0'.repeat(5) + '65535\0/\0')).rejects.toMatchObject({ code: 'containment_failed' });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a\n');
});

test('a kernel without Landlock has none', async () => {
  await expect(landlockAbi('/bin/false', signal)).rejects.toMatchObject({ code: 'containment_failed' });
});
