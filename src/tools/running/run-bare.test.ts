import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { running } from '../../../test/support/processes.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { runBare } from './run-bare.ts';

const request = (command: string, cwd: string) => ({
  command,
  cwd,
  env: { PATH: process.env.PATH ?? '' },
  timeoutMs: 20_000,
  signal: new AbortController().signal,
});

test('a command prints, fails and ends as by itself', async () => {
  const cwd = scratch();
  expect(await runBare(request('echo out; echo err >&2; exit 3', cwd))).toMatchObject({
    exitCode: 3,
    output: expect.stringContaining('out\n'),
    errors: 'err\n',
  });
  expect(await runBare(request('echo one & wait; echo two; [ -e /proc/$$/fd/4 ] && echo open', cwd))).toMatchObject({
    output: 'one\ntwo\n',
  });
});

test('a command ends with the process that runs it, and so does everything that it started', async () => {
  const cwd = scratch();
  const seconds = '98764.5';
  const command = `touch begun; (sleep ${seconds}; touch after) ; bash -c "sleep ${seconds}" | cat`;
  const script = `const { runBare } = await import(${JSON.stringify(new URL('./run-bare.ts', import.meta.url).href)});
    await runBare({ ...${JSON.stringify({ ...request(command, cwd), signal: undefined, timeoutMs: 60_000 })}, signal: new AbortController().signal });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  await expect.poll(() => existsSync(join(cwd, 'begun')) && running(seconds).length > 0, { timeout: 10_000 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => running(seconds), { timeout: 10_000 }).toEqual([]);
  expect(existsSync(join(cwd, 'after'))).toBe(false);
});
