import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OnOutput, type ProcessRequest, runProcess } from './process.ts';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-process-')));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
const bash = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({ file: '/bin/bash', args: ['-c', script], cwd, env, timeoutMs: 20_000, signal: new AbortController().signal, ...more });

/** Processes that are still running, by group or by their own ids. Those that have ended and only wait to be reaped do not count. */
const runningOf = (column: 'pgid' | 'pid', numbers: readonly number[]) =>
  execFileSync('ps', ['-A', '-o', `${column}=,stat=`], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([number, state = '']) => numbers.includes(Number(number)) && !state.startsWith('Z'));
const gone = (pids: readonly number[]) => expect.poll(() => runningOf('pid', pids)).toEqual([]);
const numbersIn = (text: string): number[] => text.match(/\d+/g)?.map(Number) ?? [];

describe('a program that ends by itself', () => {
  test.each([0, 1, 3, 255])('leaves its exit code %d', async (exitCode) => {
    expect(await bash(`echo out; exit ${exitCode}`)).toEqual({
      exitCode,
      killedBy: null,
      output: 'out\n',
      errors: '',
      truncated: false,
      report: '',
    });
  });

  test('has no exit code when a signal ended it', async () => {
    expect(await bash('kill -9 $$')).toMatchObject({ exitCode: null, killedBy: null });
  });

  test('is heard on both streams in the order in which it spoke', async () => {
    const { output, errors } = await bash('echo a; sleep 0.1; echo b >&2; sleep 0.1; echo c');
    expect({ output, errors }).toEqual({ output: 'a\nb\nc\n', errors: 'b\n' });
  });

  test('may send a character in pieces', async () => {
    const { output } = await bash(String.raw`printf '\xe2'; sleep 0.1; printf x >&2; printf '\x82'; sleep 0.1; printf '\xac'`);
    expect(output).toBe('x€');
  });

  test('reads nothing from us', async () => {
    expect(await bash('cat; echo end')).toMatchObject({ output: 'end\n' });
  });

  test('sees its folder and the environment it is given, and no other', async () => {
    const { output } = await bash('pwd; env', { env: { ONE: '1', PATH: env.PATH } });
    expect(output.split('\n')).toEqual(expect.arrayContaining([cwd, 'ONE=1']));
    expect(output).not.toContain('VITEST');
  });

  test('leaves no child behind, even one that holds its output open', async () => {
    const { output, exitCode } = await bash('sleep 600 & (sleep 600 & echo $!); echo $!'); // longer than the time limit
    expect(exitCode).toBe(0);
    await gone(numbersIn(output));
  });

  test('is not waited for when a child has left its group and still holds the output', async () => {
    const { output, killedBy } = await bash('set -m; sleep 600 & echo $!'); // longer than the time limit
    expect(killedBy).toBe(null);
    for (const pid of numbersIn(output)) process.kill(pid, 'SIGKILL');
  });
});

describe('a program that is stopped', () => {
  test('by its time limit says so, with what it printed', async () => {
    expect(await bash('echo begun; sleep 60', { timeoutMs: 1_000 })).toMatchObject({
      exitCode: null,
      killedBy: 'timeout',
      output: 'begun\n',
    });
  });

  test('is gone even if it and its children ignore the request', async () => {
    const { output, killedBy } = await bash("trap '' TERM; sleep 60 & echo $$ $!; while :; do sleep 60; done", { timeoutMs: 1000 });
    expect(killedBy).toBe('timeout');
    await gone(numbersIn(output));
  });

  test('may clean up when it is asked to end', async () => {
    expect(await bash("trap 'echo cleaned; exit 7' TERM; sleep 60 & wait", { timeoutMs: 1_000 })).toMatchObject({
      exitCode: 7,
      killedBy: 'timeout',
      output: 'cleaned\n',
    });
  });

  test('by a cancel takes its grandchildren along', async () => {
    const cancel = new AbortController();
    const running = bash('bash -c "sleep 60 & echo \\$! >> pids; wait" & echo $$ $! >> pids; wait', { signal: cancel.signal });
    const pids = () => numbersIn(readFileSync(join(cwd, 'pids'), 'utf8'));
    await expect.poll(() => pids().length).toBe(3);
    cancel.abort();
    expect(await running).toMatchObject({ exitCode: null, killedBy: 'cancel' });
    await gone(pids());
  });

  test('before it has started does not start', async () => {
    expect(await bash('echo x > made', { signal: AbortSignal.abort() })).toMatchObject({ killedBy: 'cancel', output: '' });
    expect(() => readFileSync(join(cwd, 'made'))).toThrow();
  });

  test('while it starts more and more others leaves none of them', async () => {
    const { output, killedBy } = await bash('echo $$; while :; do sleep 60 & done', { timeoutMs: 1000 });
    expect(killedBy).toBe('timeout');
    await expect.poll(() => runningOf('pgid', numbersIn(output))).toEqual([]);
  });

  test('because it prints without end keeps the beginning and the end of it', async () => {
    const { output, killedBy, truncated } = await bash('echo first; yes | head -c 1000000000');
    expect({ killedBy, truncated }).toEqual({ killedBy: 'output', truncated: true });
    expect(output.slice(0, 8)).toBe('first\ny\n');
    expect(output).toMatch(/\n\[… \d{8,} bytes left out …\]\n/);
    expect(output.length).toBeLessThan(1024 * 1024 + 100);
  });
});

test('what is printed on the error stream is kept to its end', async () => {
  const { errors, output, truncated } = await bash('for i in {1..20000}; do echo line $i; done >&2');
  expect(truncated).toBe(false);
  expect(output).toContain('line 1\n');
  expect(errors.endsWith('line 20000\n')).toBe(true);
  expect(errors.length).toBeLessThan(10_000);
});

test.each([
  ['a folder that is missing', { cwd: '/nowhere/at/all' }, 'ENOENT'],
  ['a program that is missing', { file: '/nowhere/program' }, 'ENOENT'],
  ['a null byte in an argument', { args: ['-c', 'echo \0'] }, 'ERR_INVALID_ARG_VALUE'],
  ['an argument that is too long', { args: ['-c', ' '.repeat(3_000_000)] }, 'E2BIG'],
])('%s is a failure with a code', async (_, more, code) => {
  await expect(bash('', more)).rejects.toMatchObject({ code });
});

test.each([
  ['that ended', 'true', 60_000],
  ['that was stopped', 'sleep 60', 100],
])('nothing is left listening after a program %s, and nothing keeps its caller alive', async (_, script, timeoutMs) => {
  const { signal } = new AbortController();
  await bash(script, { signal, timeoutMs });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const request = `{ file: '/bin/bash', args: ['-c', '${script}'], cwd: '/', env: {}, timeoutMs: ${timeoutMs}, signal: new AbortController().signal }`;
  const caller = `const { runProcess } = await import('${new URL('process.ts', import.meta.url)}'); await runProcess(${request});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', caller], { timeout: 20_000 }); // a remaining timer would last longer than this
});

test('what it prints is passed on as it is printed, in whole characters', async () => {
  const stop = new AbortController();
  const printed = { stdout: '', stderr: '' };
  const onOutput: OnOutput = (text, stream) => {
    printed[stream] += text;
    if (printed.stdout !== '' && printed.stderr !== '') stop.abort(); // otherwise it would wait forever
  };
  const script = `printf 'gr\\xc3'; printf '\\xbc\\xc3\\x9fe\\n'; echo 'to err' >&2; read -r never < <(exec sleep 1000)`;
  const { killedBy, output } = await bash(script, { signal: stop.signal, onOutput });
  expect({ killedBy, printed }).toEqual({ killedBy: 'cancel', printed: { stdout: 'grüße\n', stderr: 'to err\n' } });
  expect(output).toContain('grüße\n');
});
