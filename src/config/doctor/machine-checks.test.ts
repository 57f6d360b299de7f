import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { gitProgram } from '../../tools/look/run-git.ts';
import { checkContainment, checkData, checkGit, checkNode } from './machine-checks.ts';

const never = new AbortController().signal;

test.each([
  ['22.19.0', 'ok'],
  ['22.18.9', 'failed'],
  ['20.20.2', 'failed'],
  ['24.0.0', 'ok'],
  ['23.0.0-nightly', 'ok'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version)).toMatchObject({ name: 'node', state, detail: expect.stringContaining(version) });
});

test('a data folder that is there is written to and locked, and nothing is left behind', async () => {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  expect(await checkData(data)).toMatchObject({ state: 'ok', detail: expect.stringContaining('writable, lockable') });
  expect(readdirSync(data, { recursive: true })).toEqual(['tasks']);
});

test('a data folder that can be created is not created', async () => {
  const above = scratch();
  expect(await checkData(join(above, 'not/yet'))).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('created with the first task'),
  });
  expect(readdirSync(above)).toEqual([]);
});

test.each([
  ['a file', 'file'],
  ['below a file', 'file/data'],
  ['where tasks is a file', 'data'],
])('a data folder that is %s has failed', async (_, path) => {
  const folder = scratch();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/tasks'), '');
  expect(await checkData(join(folder, path))).toMatchObject({
    state: 'failed',
    about: 'machine',
    hint: expect.stringContaining('ARTOO_DATA_DIR'),
  });
});

test('a data folder where nothing can be created has failed', async () => {
  expect(await checkData('/proc/nowhere')).toMatchObject({ state: 'failed' });
});

test('git is found with its version', async () => {
  expect(await checkGit(gitProgram(), never)).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^\d+\.\d+/) });
});

function gitThat(does: string): string {
  const folder = scratch();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${does}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return join(folder, 'git');
}

test.each([
  ['is not there', () => undefined, 'not found'],
  ['fails', () => gitThat('exit 1'), 'cannot be run'],
  ['says nothing of use', () => gitThat('echo hello'), 'version'],
])('a git that %s is a warning: tasks run without it', async (_, program, detail) => {
  expect(await checkGit(program(), never)).toMatchObject({ state: 'warning', detail: expect.stringContaining(detail) });
});

test('a git that hangs is left alone when the person cancels', async () => {
  const cancel = new AbortController();
  const check = checkGit(gitThat('exec /bin/sleep 60'), cancel.signal);
  cancel.abort();
  expect(await check).toMatchObject({ state: 'warning' });
});

test.each([
  ['overlay', 'ok', undefined],
  ['fuse-overlay', 'warning', 'take longer'],
  ['copy', 'warning', 'apt install fuse-overlayfs'],
  ['read-only', 'warning', 'apt install fuse-overlayfs'],
  ['landlock', 'warning', 'apt install bubblewrap'],
  ['clone', 'warning', 'print the path of the clone'],
  ['none', 'warning', 'apt install bubblewrap'],
] as const)('a containment of the kind %s is %s', (kind, state, hint) => {
  const finding = checkContainment({ kind, detail: 'what it is made of' });
  expect(finding).toMatchObject({ name: 'containment', about: 'machine', state, detail: 'what it is made of' });
  expect(finding.hint ?? '').toContain(hint ?? '');
});
