import { describe, expect, test } from 'vitest';
import { foldersInView, type Outlook, systemFolders } from './folders-in-view.ts';

const mount = (path: string, more: Partial<Outlook['mounts'][number]> = {}) => ({ path, type: 'ext4', writable: true, ...more });
const seen = (more: Partial<Outlook>) =>
  foldersInView({ personal: [], further: [], mounts: [], isFolder: () => true, foldersIn: () => [], isRoot: true, ...more });

describe('what is seen through a view', () => {
  test('folders inside each other are one', () => {
    expect(seen({ personal: ['/home/a', '/home/a/project', '/srv/w', '/srv/w'] })).toEqual({ lowers: ['/home/a', '/srv/w'], shown: [] });
  });

  test('names that only start alike are two', () => {
    expect(seen({ personal: ['/home/a', '/home/ab'] }).lowers).toEqual(['/home/a', '/home/ab']);
  });

  test('the root is never one of them', () => {
    expect(seen({ personal: ['/', '/home/a'] }).lowers).toEqual(['/home/a']);
  });

  test('a file system below is seen through a view of its own; what cannot be written to is shown as it is', () => {
    const mounts = [
      mount('/'),
      mount('/home/a/disk'),
      mount('/home/a/cd', { writable: false }),
      mount('/home/a/p', { type: 'proc' }),
      mount('/other'),
    ];
    expect(seen({ personal: ['/home/a'], mounts })).toEqual({ lowers: ['/home/a', '/home/a/disk'], shown: ['/home/a/p', '/home/a/cd'] });
  });

  test('a single file that is mounted is shown as it is', () => {
    expect(seen({ further: ['/etc'], mounts: [mount('/etc/hosts')], isFolder: () => false })).toEqual({
      lowers: ['/etc'],
      shown: ['/etc/hosts'],
    });
  });

  test('who is not root sees the folders inside a folder in which something is mounted', () => {
    const folders: Record<string, readonly string[]> = { '/home/a': ['docs', 'mnt', 'src'], '/home/a/mnt': ['disk', 'free'] };
    const foldersIn = (path: string) => folders[path] ?? [];
    expect(seen({ personal: ['/home/a'], mounts: [mount('/home/a/mnt/disk')], foldersIn, isRoot: false })).toEqual({
      lowers: ['/home/a/docs', '/home/a/mnt/free', '/home/a/src', '/home/a/mnt/disk'],
      shown: [],
    });
  });
});

test('of the system, the folders that are there and do not hold the staging', () => {
  const isFolder = (path: string) => path !== '/srv';
  expect(systemFolders('/opt/tmp/artoo-0', isFolder)).toEqual(['/etc', '/usr', '/var/www']);
});
