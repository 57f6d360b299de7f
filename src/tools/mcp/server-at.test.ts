import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { LocalServer, McpServer } from './server.ts';
import { serverAt } from './server-at.ts';

const limits = { timeout: 1_000, start_timeout: 1_000 };
const program = (command: string, ...args: readonly string[]): LocalServer => ({ command, args, env: {}, contained: true, ...limits });

test.each<[string, LocalServer, boolean]>([
  ['a path from the folder', program('./bin/notes'), true],
  ['such a path to something that is not there yet', program('tools/notes'), true],
  ['a file for an interpreter', program('node', 'server.mjs'), true],
  ['a file as the value of an option', program('node', '--import=./server.mjs', '-e', '0'), true],
  ['a program of installed packages', program('npx', 'notes-server'), true],
  ['a module', program('python3', '-m', 'lib.notes'), true],
  ['a full path', program('/usr/bin/notes', '/srv/notes'), false],
  ['a program on PATH', program('notes', 'serve', '--port=1'), false],
  ['the folder itself', program('notes', '.'), false],
  ['a program of packages that are not installed here', program('npx', '-y', 'other-server'), false],
])('the words of %s mean another program elsewhere: %j, %s', (_, server, isFolders) => {
  const folder = scratch();
  for (const path of ['node_modules/.bin', 'lib', 'bin']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['server.mjs', 'node_modules/.bin/notes-server', 'lib/notes.py']) writeFileSync(join(folder, path), '');
  expect(serverAt(server, folder)).toEqual(isFolders ? { ...server, folder } : server);
});

test("a project's server keeps the folder of its file, and an address has none", () => {
  const ofProject = { ...program('./notes'), folder: '/srv/project' };
  const remote: McpServer = { url: 'https://example.org/mcp', headers: {}, ...limits };
  expect([serverAt(ofProject, '/elsewhere'), serverAt(remote, '/elsewhere')]).toEqual([ofProject, remote]);
});

test('a file that cannot be examined counts as missing', () => {
  const folder = scratch();
  chmodSync(folder, 0o000);
  const server = program('node', 'a'.repeat(300));
  expect(serverAt(server, folder)).toEqual(server);
});
