/** A supervisor that is killed leaves its program running; the next one ends it, and the coder starts over under the same claim. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Board } from '../../src/team/board/board.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { endLeftProgram, noteProgram, startOf } from '../../src/team/runners/left-programs.ts';
import { startChild } from '../support/child.ts';
import { printedIn } from '../support/played-turn.ts';
import { scratch } from '../support/scratch.ts';
import { repositoryWithTask } from './team-repository.ts';

async function taskOf(root: string): Promise<Board['tasks'][number] | undefined> {
  await using file = openBoardFile({ root, env: {} });
  return (await file.read()).tasks[0];
}

const noted = (root: string): { readonly pid: number } => JSON.parse(readFileSync(join(root, '.liza/locks/program-coder-1.json'), 'utf8'));

test('a program that a killed supervisor left is ended, and the same claim continues with the next number', async () => {
  const [root, data, bin] = [repositoryWithTask(), scratch(), scratch()];
  const program = join(bin, 'fake-agent');
  copyFileSync(new URL('../support/fake-agent.sh', import.meta.url), program);
  const killed = await startChild('runs-program-team.ts', [root, data, program, 'hangs']);
  await expect.poll(() => printedIn(root), { timeout: 60_000 }).toContain('waiting');
  const { pid } = noted(root);
  await killed.kill('SIGKILL');
  expect([startOf(pid) !== undefined, (await taskOf(root))?.fencing]).toEqual([true, 1]); // it runs on
  const next = await startChild('runs-program-team.ts', [root, data, program, 'submits']);
  expect([await next.ended, next.lines]).toEqual([0, ['idle']]);
  await expect.poll(() => startOf(pid)).toBeUndefined();
  expect(await taskOf(root)).toMatchObject({ status: 'READY_FOR_REVIEW', assigned_to: 'coder-1', fencing: 2, iteration: 1, turns: 2 });
}, 180_000);

/** A process in a group of its own. */
function sleeper(env: Readonly<Record<string, string>> = {}): ChildProcess & { readonly pid: number } {
  const child = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore', env });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('sleep cannot be started');
  return Object.assign(child, { pid: child.pid });
}

const isGone = (child: ChildProcess): boolean => child.signalCode === 'SIGKILL';

test('only the process that was noted is ended, and what has the mark of its turn', async () => {
  const root = scratch();
  const [own, child, stranger] = [sleeper(), sleeper({ LIZA_RUN: 'run-one-of-two' }), sleeper({ LIZA_RUN: 'run-two-of-two' })];
  noteProgram(root, 'coder-1', { pid: own.pid, host: 'here', run: 'run-one-of-two' });
  expect(endLeftProgram(root, 'coder-1', 'elsewhere')).toBe(false);
  expect(endLeftProgram(root, 'coder-1', 'here')).toBe(true);
  await expect.poll(() => [isGone(own), isGone(child)]).toEqual([true, true]);
  expect([isGone(stranger), endLeftProgram(root, 'coder-1', 'here')]).toEqual([false, false]);
});

test('a process that has the id of one that ended is not ended', () => {
  const root = scratch();
  const stranger = sleeper();
  noteProgram(root, 'coder-1', { pid: stranger.pid, host: 'here', run: 'run-that-is-over' });
  const path = join(root, '.liza/locks/program-coder-1.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), started: '17' }));
  expect([endLeftProgram(root, 'coder-1', 'here'), startOf(stranger.pid) !== undefined]).toEqual([false, true]);
});
