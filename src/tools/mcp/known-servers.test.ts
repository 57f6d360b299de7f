import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { openKnownServers } from './known-servers.ts';
import type { LocalServer } from './server.ts';

const server: LocalServer = { command: 'node', args: ['./server.js'], env: {}, contained: true, timeout: 1_000, start_timeout: 1_000 };

test.each<[string, Partial<LocalServer>, boolean]>([
  ['the same program', {}, true],
  ['with other limits', { timeout: 2_000 }, true],
  ['with other arguments', { args: ['./other.js'] }, false],
  ['without its walls', { contained: false }, false],
  ["of a project's own file", { folder: '/home/ada/one' }, false],
])('what is known about a server, %s', (_, changed, isKnown) => {
  const known = openKnownServers(scratch());
  known.write('notes', server, { definitions: [] });
  expect(known.read('notes', { ...server, ...changed }) !== undefined).toBe(isKnown);
});

test('the same words in the file of another project name another program', () => {
  const known = openKnownServers(scratch());
  known.write('notes', { ...server, folder: '/home/ada/one' }, { definitions: [] });
  expect(known.read('notes', { ...server, folder: '/home/ada/two' })).toBeUndefined();
  expect(known.read('notes', { ...server, folder: '/home/ada/one' })).toBeDefined();
});
