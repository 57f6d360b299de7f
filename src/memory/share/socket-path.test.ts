import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { socketPath } from './socket-path.ts';

const openFolders = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // the descriptor of the listing itself
    }
  });

test('a short path is used as it is', () => {
  expect(socketPath('/a/folder', 'socket')?.path).toBe('/a/folder/socket');
});

test('on Linux, a long path is reached through its folder, which is open only as long as necessary', () => {
  const folder = join(scratch(), 'long'.repeat(30));
  mkdirSync(folder);
  {
    using place = socketPath(folder, 'socket', 'linux');
    expect(place?.path).toMatch(/^\/proc\/self\/fd\/\d+\/socket$/);
    expect(openFolders()).toContain(folder);
  }
  expect(openFolders()).not.toContain(folder);
});

test.each<[NodeJS.Platform, number, boolean]>([
  ['linux', 107, true],
  ['darwin', 103, true],
  ['darwin', 104, false],
])('on %s a path of %i bytes can be used: %s', (platform, bytes, isUsable) => {
  const folder = `/${'é'.repeat(20)}`; // two bytes each
  const name = 'x'.repeat(bytes - Buffer.byteLength(folder) - 1);
  expect(socketPath(folder, name, platform)?.path).toBe(isUsable ? `${folder}/${name}` : undefined);
});
