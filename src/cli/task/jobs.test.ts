import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newTerminal } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { newTaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { BackgroundOptions, GivenToRun } from '../../tools/background/background-run.ts';
import { BackgroundRuns } from '../../tools/background/background-runs.ts';
import { openJobFiles } from '../../tools/background/job-files.ts';
import type { ContainedRun } from '../../tools/containment/containment.ts';
import { exits } from '../command.ts';
import { jobs } from './jobs.ts';

const task = newTaskId(new Date());
const short = shortId(task);

/** The jobs of an artoo with its own data folder. */
function place({ lingers = false } = {}) {
  const data = join(scratch(), 'data');
  const runs = new BackgroundRuns({ lingers, jobs: openJobFiles(data) });
  onTestFinished(() => runs[Symbol.asyncDispose]());
  const reached = [{ host: 'a.example', sent: 2_000, received: 10 }];
  const start = (
    command: string,
    task_id = task,
    traffic: NonNullable<BackgroundOptions['traffic']> = { reached: () => [], notes: () => [] },
  ) =>
    runs.start({
      ...{ task_id, command, traffic, redact: (text) => text.replaceAll('s3cret', '[redacted]') },
      run: ({ onOutput, signal }: GivenToRun): Promise<ContainedRun> => {
        onOutput?.(`${command} is up, with s3cret\n`, 'stdout');
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('it was stopped'))));
      },
    });
  const run = async (...args: string[]) => {
    const { terminal, out, err } = newTerminal({ env: { ARTOO_DATA_DIR: data }, cwd: '/tmp' });
    const code = await jobs.run(args, terminal).catch((error: Error) => error.message);
    return { code, said: [...out, ...err].join('\n') };
  };
  const listed = (text: string) => expect.poll(async () => (await run()).said, { timeout: 5_000 }).toContain(text);
  return { data, runs, start, run, listed, sending: { reached: () => reached, notes: () => [] } };
}

test('what runs is listed for any terminal, without secrets, readable only by its owner', async () => {
  const { data, start, run, listed } = place();
  expect(await run()).toEqual({ code: exits.ok, said: 'Nothing runs in the background.' });
  start('serve --token s3cret');
  await listed('bg-1: serve --token [redacted], for ');
  expect((await run('bg-1')).said).toMatch(/of task \w{8}\n {2}serve --token \[redacted\] is up, with \[redacted\]$/);
  expect(JSON.parse((await run('--json')).said)).toMatchObject([{ id: 'bg-1', is_kept: false, reached: [] }]);
  const [file = ''] = readdirSync(join(data, 'jobs'));
  expect(statSync(join(data, 'jobs', file)).mode & 0o777).toBe(0o600);
});

test('one is stopped by its id, or as the only one, and is gone from the list', async () => {
  const { runs, start, run, listed } = place();
  const [first, second] = [start('one'), start('two')];
  await listed('bg-2: two');
  expect((await run('stop')).code).toBe('which one? bg-1, bg-2');
  expect((await run('stop', 'bg-7')).code).toBe('there is no bg-7 in the background; there are bg-1, bg-2');
  expect(await run('stop', 'bg-1')).toEqual({ code: exits.ok, said: 'stopped bg-1: one' });
  expect([first?.end === undefined, second?.end === undefined]).toEqual([false, true]);
  expect(await run('stop')).toEqual({ code: exits.ok, said: 'stopped bg-2: two' });
  expect(runs.running()).toEqual([]);
  expect((await run('stop')).code).toBe('nothing runs in the background');
});

test('what continued after its task, and had sent something, is still told of when it has ended', async () => {
  const { runs, start, run, listed, sending } = place({ lingers: true });
  start('quiet', task);
  start('loud', task, sending);
  expect(await runs.conclude(task)).toMatchObject([
    { id: 'bg-1', reached: [] },
    { id: 'bg-2', reached: [{ host: 'a.example', sent: 2_000 }] },
  ]);
  await runs.taskEnded(task);
  runs.keep(task);
  await listed('kept until its shell exits');
  await runs[Symbol.asyncDispose]();
  await listed(`bg-2: loud, could not run: it was stopped, when its task ${short} ended, sent 2.0 kB to a.example`);
  expect((await run()).said).not.toContain('bg-1');
});

test('what was left by an artoo that has ended is not listed, and removed', async () => {
  const { data, start, run, listed } = place();
  start('serve');
  await listed('bg-1: serve');
  const [file = ''] = readdirSync(join(data, 'jobs'));
  const job = JSON.parse(readFileSync(join(data, 'jobs', file), 'utf8'));
  const left = join(data, 'jobs', '1-bg-1.json'); // process 1 exists, and started at another time
  writeFileSync(left, JSON.stringify({ ...job, owner: { pid: 1, since: 'another' } }));
  expect((await run()).said.split('\n')).toHaveLength(1);
  expect(existsSync(left)).toBe(false);
});
