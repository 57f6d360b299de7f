/** Walls that wait for their command: used only if new walls would be the same, and never a hindrance. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownSystem } from '../../../../test/harm/own-system.ts';
import { isRoot } from '../../../../test/support/ordinary-user.ts';
import { scratch } from '../../../../test/support/scratch.ts';
import { newMachine } from '../../../../test/support/under-law.ts';
import { scrubbed } from '../../running/environment.ts';
import { startProcess } from '../../running/process.ts';
import { chooseContainment } from '../choose.ts';
import type { ContainedRequest } from '../containment.ts';
import { asHandedOver, insideScript } from '../walls/inside-script.ts';
import { buildAhead, endWaitingWalls, takeWaitingWalls } from './walls-ahead.ts';

/** The shell that waits inside the walls of a process: it is below `unshare` and two bubblewraps. */
function waitingBelow(pid: number): number | undefined {
  const walls = childrenOf(pid).find((child) => textOf(`/proc/${child}/comm`) === 'artoo\n');
  const [outer] = walls === undefined ? [] : childrenOf(walls);
  const [inner] = outer === undefined ? [] : childrenOf(outer);
  return inner === undefined ? undefined : childrenOf(inner)[0];
}

/** Whether a shell waits inside walls built in a folder, whichever process built them. */
const isWaitingIn = (folder: string): boolean =>
  readdirSync('/proc').some((pid) => textOf(`/proc/${pid}/comm`) === 'artoo\n' && linkOf(`/proc/${pid}/cwd`) === folder);

const childrenOf = (pid: number): readonly number[] =>
  [...textOf(`/proc/${pid}/task/${pid}/children`).matchAll(/\d+/g)].map(([id]) => Number(id));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it no longer exists
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // it no longer exists
  }
}

const { signal } = new AbortController();

async function newWalls({ home = mkdtempSync('/var/tmp/artoo-home-'), variables = {} }: { home?: string; variables?: object } = {}) {
  onTestFinished(() => {
    endWaitingWalls();
    rmSync(home, { recursive: true, force: true });
  });
  const at = (name: string) => join(home, name);
  for (const folder of ['project/deep', 'workspace', '.config/gh']) mkdirSync(at(folder), { recursive: true });
  for (const name of ['project/a', 'project/b', '.config/gh/key']) writeFileSync(at(name), `${name}\n`);
  const secrets = [at('.ssh'), at('.config/gh')];
  const env = scrubbed({ ...process.env, HOME: home, ...variables });
  const containment = await chooseContainment({ surroundings: { home, data: at('.artoo'), env, secrets, stagings: ['/var/tmp'] }, signal });
  const run = async (command: string, cwd = at('project'), more: Pick<ContainedRequest, 'doors' | 'env'> = {}) => {
    await using ran = await containment.run({ command, cwd, workspace: at('workspace'), timeoutMs: 20_000, signal, ...more });
    return { output: ran.ended.output, effects: ran.changes.map(({ path }) => path), whyUnknown: ran.whyUnknown };
  };
  /** Runs a command, and returns once the walls for the next one are waiting. */
  const ahead = async () => {
    await run('true');
    await expect.poll(() => waitingBelow(process.pid), { timeout: 10_000 }).toBeDefined();
    const pid = waitingBelow(process.pid) ?? 0;
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  };
  return { home, at, run, ahead };
}

const whereItRuns = 'readlink /proc/self/ns/mnt';

test('a command runs in the walls that waited for it', async () => {
  const { run, ahead } = await newWalls();
  const waiting = await ahead();
  expect((await run(`touch /tmp/left new; ${whereItRuns}`)).output).toBe(`${waiting}\n`);
  expect((await run('ls /tmp .')).output).toBe('.:\na\nb\ndeep\n\n/tmp:\n'); // walls are used for one command only
});

test('variables of one command come with it: they are no reason for walls of its own', async () => {
  const { at, run, ahead } = await newWalls();
  const waiting = await ahead();
  const own = { TRACEPARENT: '00-aa-bb-01', ODD: `a 'b' "c" $HOME \\n \`id\``, LINES: '\n a\n\nrun\n', EMPTY: '' };
  expect(
    (await run(`printf '%s|' "$TRACEPARENT" "$ODD" "$LINES" "\${EMPTY-unset}"; ${whereItRuns}`, at('project'), { env: own })).output,
  ).toBe(`${own.TRACEPARENT}|${own.ODD}|${own.LINES}||${waiting}\n`);
  expect((await run('printf %s "$TRACEPARENT"')).output).toBe('');
  await expect(run('true', at('project'), { env: { BROKEN: 'a\0id' } })).rejects.toThrow('BROKEN');
});

describe('a command with doors', () => {
  const port = 61_013;
  const doors = (words: string) => [{ port, onConnection: (socket: Socket) => void socket.end(words) }];
  const knock = `cat < /dev/tcp/127.0.0.1/${port}; ${whereItRuns}`;

  test('runs in walls that waited, once there was one like it before, and its own door is served', async () => {
    const { at, run } = await newWalls();
    const env = { A: '1' };
    const ask = async (words: string) => (await run(knock, at('project'), { doors: doors(words), env })).output;
    expect(await ask('one ')).toMatch(/^one mnt/);
    expect(waitingBelow(process.pid)).toBeUndefined(); // there may never be a second command like the first
    expect(await ask('two ')).toMatch(/^two mnt/);
    await expect.poll(() => waitingBelow(process.pid), { timeout: 10_000 }).toBeDefined();
    const waiting = readlinkSync(`/proc/${waitingBelow(process.pid)}/ns/mnt`);
    expect(await ask('three ')).toBe(`three ${waiting}\n`);
  });

  test('has its own variables, whatever walls it gets, and walls for plain commands stay for them', async () => {
    const { at, run, ahead } = await newWalls();
    const waiting = await ahead();
    for (const name of ['one', 'two', 'three']) {
      const ran = await run(`echo $A; cat < /dev/tcp/127.0.0.1/${port}`, at('project'), { doors: doors('hello'), env: { A: name } });
      expect(ran.output).toBe(`${name}\nhello`);
    }
    expect((await run(`(${knock}) 2>/dev/null`)).output).toBe(`${waiting}\n`); // its command has no door
  });
});

test('walls that wait have the environment of those who built them, and serve no others', async () => {
  const { home, ahead } = await newWalls();
  await ahead();
  const other = await newWalls({ home, variables: { TZ: 'Asia/Tokyo' } });
  expect((await other.run('echo $TZ')).output).toBe('Asia/Tokyo\n');
});

/** Walls that are good for nothing but waiting. */
function idleWalls(key: string) {
  const folder = scratch();
  const process = startProcess({ file: '/bin/sleep', args: ['60'], cwd: '/', env: {} });
  onTestFinished(() => process.end());
  return { key, process, folders: { folder, views: [], mounts: '' } };
}

test('walls that no command came for end by themselves, and their folders go', async () => {
  const walls = idleWalls('key');
  buildAhead(() => walls, { waitMs: 1 });
  await expect.poll(() => walls.process.hasEnded() && !existsSync(walls.folders.folder), { timeout: 10_000 }).toBe(true);
  expect(takeWaitingWalls('key')).toBeUndefined();
});

test('while some wait, no others are built', async () => {
  const built: string[] = [];
  const build = (key: string) => () => {
    built.push(key);
    return idleWalls(key);
  };
  buildAhead(build('one'));
  await expect.poll(() => built).toEqual(['one']);
  buildAhead(build('other'));
  buildAhead(build('networked'), { slot: 'networked' }); // walls for the slot `plain` would be built before these
  await expect.poll(() => built.at(-1)).toBe('networked');
  expect(built).toEqual(['one', 'networked']);
  expect([takeWaitingWalls('one')?.key, takeWaitingWalls('networked', 'networked')?.key]).toEqual(['one', 'networked']);
});

test('a command in another folder has its own', async () => {
  const { at, run, ahead } = await newWalls();
  await ahead();
  expect((await run('pwd', at('workspace'))).output).toBe(`${at('workspace')}\n`);
});

type Walled = Awaited<ReturnType<typeof newWalls>>;

describe('what changed since they were built is seen as it is now:', () => {
  test.each<[title: string, change: (walls: Walled) => void, command: string, output: string | RegExp]>([
    ['a file that was edited', ({ at }) => writeFileSync(at('project/a'), 'new\n'), 'cat a', 'new\n'],
    ['a file that was created', ({ at }) => writeFileSync(at('project/c'), 'new\n'), 'ls; cat c', 'a\nb\nc\ndeep\nnew\n'],
    ['a file that was renamed', ({ at }) => renameSync(at('project/a'), at('project/c')), 'ls; cat c', 'b\nc\ndeep\nproject/a\n'],
    ['a file that was replaced', ({ at }) => renameSync(at('project/b'), at('project/a')), 'ls; cat a', 'a\ndeep\nproject/b\n'],
    ['a file that was removed', ({ at }) => rmSync(at('project/a')), 'ls', 'b\ndeep\n'],
    [
      'the current folder, renamed and made again',
      ({ at }) => {
        renameSync(at('project'), at('old'));
        mkdirSync(at('project'));
        writeFileSync(at('project/n'), 'n\n');
      },
      'ls; cat ~/old/a',
      'n\nproject/a\n',
    ],
    ['the current folder, whose rights changed', ({ at }) => chmodSync(at('project'), 0o700), 'stat -c %a . ..', '700\n700\n'],
    [
      'a secret that is new',
      ({ at }) => {
        mkdirSync(at('.ssh'));
        writeFileSync(at('.ssh/id'), 'PRIVATE\n');
      },
      'cat ~/.ssh/id',
      /^cat: .*Permission denied\n$/,
    ],
    [
      'the folder around a secret, renamed and made again',
      ({ at }) => {
        renameSync(at('.config'), at('.old'));
        mkdirSync(at('.config/gh'), { recursive: true });
        writeFileSync(at('.config/gh/key'), 'PRIVATE\n');
        writeFileSync(at('.config/new'), 'new\n');
      },
      'cat ~/.config/gh/key ~/.config/new',
      /^cat: .*Permission denied\nnew\n$/,
    ],
    [
      'a secret that became a link to another place',
      ({ at }) => {
        rmSync(at('.config/gh'), { recursive: true });
        mkdirSync(at('keys'));
        writeFileSync(at('keys/key'), 'PRIVATE\n');
        symlinkSync('../keys', at('.config/gh'));
      },
      'cat ~/.config/gh/key ~/keys/key',
      /^cat: .*Permission denied\ncat: .*Permission denied\n$/,
    ],
  ])('%s', async (_, change, command, output) => {
    const walls = await newWalls();
    await walls.ahead();
    change(walls);
    const ran = await walls.run(command);
    if (typeof output === 'string') expect(ran.output).toBe(output);
    else expect(ran.output).toMatch(output);
  });

  test.runIf(isRoot)('a file that every program is loaded with', async () => {
    const system = ownSystem();
    const machine = newMachine('this user', { prefix: system.prefix });
    await machine.shell('true');
    await expect.poll(() => isWaitingIn(machine.cwd), { timeout: 10_000 }).toBe(true);
    const path = join(system.folder, 'etc/ld.so.cache');
    writeFileSync(`${path}.new`, Buffer.concat([readFileSync(path), Buffer.from('new\n')]));
    renameSync(`${path}.new`, path);
    expect((await machine.shell('tail -c 4 /etc/ld.so.cache')).result.output).toBe('new\n');
  });

  test('what others did before the command came is not taken for a change while it ran', async () => {
    const { at, run, ahead } = await newWalls();
    const waiting = await ahead();
    writeFileSync(at('project/a'), 'new\n');
    await new Promise((resolve) => setTimeout(resolve, 20)); // the kernel's coarse clock must have advanced
    const { output, effects, whyUnknown } = await run(`${whereItRuns}; echo more >> a`);
    expect({ output, effects, whyUnknown }).toEqual({ output: `${waiting}\n`, effects: [at('project/a')], whyUnknown: undefined });
  });
});

test.each([
  ['of several lines', 'echo a\necho b', 'a\nb\n'],
  ['with empty lines around it', '\n\necho a\n\n', 'a\n'],
  ['with backslashes and quotes', `printf '%s' '\\n"\\\\ '"'"' $x'`, `\\n"\\\\ ' $x`],
  ['with a document in it', 'cat <<EOF\n  run\nrun\nEOF', '  run\nrun\n'],
  ['with characters of every size', "printf %s 'é\u0081任🔑'", 'é\u0081任🔑'],
  ['that starts with a dash', '-x', '/bin/bash: line 1: -x: command not found\n'],
])('a command %s comes as it is', async (_, command, output) => {
  expect((await (await newWalls()).run(command)).output).toBe(output);
});

test.each<[what: string, handed: string, started: boolean]>([
  ['whole', asHandedOver('echo done'), true],
  ['cut', asHandedOver('echo done').slice(0, -1), false],
  ['nothing', '', false],
])('of a command that comes %s, the script knows', async (_, handed, started) => {
  const shell = spawn('/bin/sh', ['-c', insideScript(), 'sh'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'] });
  let report = '';
  shell.stdio[3]?.on('data', (chunk) => (report += chunk));
  (shell.stdio[4] as NodeJS.WritableStream).end(handed); // opened above as a pipe
  await once(shell, 'close');
  expect(/^started$/m.test(report)).toBe(started);
});

describe('a process that has walls waiting', () => {
  async function withWalls(): Promise<{ child: ChildProcess; below: readonly number[] }> {
    const home = mkdtempSync('/var/tmp/artoo-home-');
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const script = fileURLToPath(new URL('../../../../test/support/children/contained.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const places = { home, data: join(home, '.artoo'), secrets: [], stagings: ['/var/tmp'], cwd: home, workspace: home };
    child.stdin?.write(`${JSON.stringify({ ...places, from: 'overlay', command: 'true', timeoutMs: 20_000 })}\n`);
    if (child.stdout) await once(child.stdout, 'data');
    const { pid = 0 } = child;
    await expect.poll(() => waitingBelow(pid), { timeout: 10_000 }).toBeDefined();
    return { child, below: [...childrenOf(pid), waitingBelow(pid) ?? 0] };
  }
  const isThere = (pid: number) => /^State:\s+[^ZX]/m.test(textOf(`/proc/${pid}/status`));

  test('takes them along when it is killed', async () => {
    const { child, below } = await withWalls();
    child.kill('SIGKILL');
    await once(child, 'close');
    await expect.poll(() => below.filter(isThere), { timeout: 10_000 }).toEqual([]);
  });

  test('is not kept alive by them', async () => {
    const { child, below } = await withWalls();
    child.stdin?.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    await expect.poll(() => below.filter(isThere), { timeout: 10_000 }).toEqual([]);
  });
});
