import { describe, expect, test } from 'vitest';
import { foldersInView, foldersWithoutOverlays, type Outlook } from './folders-in-view.ts';

const mount = (path: string, more: Partial<Outlook['mounts'][number]> = {}) => ({ path, type: 'ext4', writable: true, ...more });
const nothing: Outlook = {
  ...{ personal: [], files: [], system: [], mounts: [mount('/')] },
  ...{ isFolder: () => true, foldersIn: () => [], isRoot: true, staging: '/var/tmp/artoo-0', hasReadOnlyViews: true },
};
const seen = (more: Partial<Outlook>) => foldersInView({ ...nothing, ...more });
const writable = (more: Partial<Outlook>) =>
  seen(more)
    .lowers.filter(({ isWritable }) => isWritable)
    .map(({ path }) => path);
const asTheyAre = (more: Partial<Outlook>) =>
  seen(more)
    .shown.filter(({ lower }) => lower === undefined)
    .map(({ path }) => path);

describe('what is seen through a view', () => {
  test('folders inside each other are one', () => {
    expect(seen({ personal: ['/home/a', '/home/a/project', '/srv/w', '/srv/w'] })).toEqual({
      lowers: [
        { path: '/home/a', isWritable: true },
        { path: '/srv/w', isWritable: true },
      ],
      shown: [
        { path: '/home/a', lower: '/home/a', isWritable: true },
        { path: '/srv/w', lower: '/srv/w', isWritable: true },
      ],
      closed: [],
    });
  });

  test('names that only start alike are two', () => {
    expect(writable({ personal: ['/home/a', '/home/ab'] })).toEqual(['/home/a', '/home/ab']);
  });

  test('root may change the system, others see it through a view that they cannot write to', () => {
    const system = ['/usr', '/etc', '/nix', '/sys/devices/system/cpu'];
    expect(writable({ system })).toEqual(['/usr', '/etc']);
    expect(seen({ system, isRoot: false }).lowers).toEqual(['/usr', '/etc', '/nix'].map((path) => ({ path, isWritable: false })));
    expect(asTheyAre({ system, isRoot: false })).toEqual(['/sys/devices/system/cpu']);
    expect(asTheyAre({ system, isRoot: false, hasReadOnlyViews: false })).toEqual(system);
  });

  test('a file system below is seen through a view of its own; what cannot be written to as it is; what is not a file system of people is closed', () => {
    const mounts = [
      mount('/'),
      mount('/home/a/disk'),
      mount('/home/a/cd', { writable: false }),
      mount('/home/a/root/proc', { type: 'proc' }),
      mount('/other'),
    ];
    const view = seen({ personal: ['/home/a'], mounts });
    expect(view.lowers.map(({ path }) => path)).toEqual(['/home/a', '/home/a/disk']);
    expect(view.shown.filter(({ lower }) => lower === undefined)).toEqual([{ path: '/home/a/cd', isWritable: false }]);
    expect(view.closed).toEqual([{ path: '/home/a/root/proc', isFolder: true }]);
  });

  test('mounts beyond a number are closed', () => {
    const mounts = Array.from({ length: 40 }, (_, at) => mount(`/home/a/${10 + at}`));
    expect(seen({ personal: ['/home/a'], mounts }).closed).toHaveLength(8);
  });

  test('a single file that is mounted is seen as it is', () => {
    expect(asTheyAre({ system: ['/etc'], mounts: [mount('/etc/hosts')], isFolder: (path) => path !== '/etc/hosts' })).toEqual([
      '/etc/hosts',
    ]);
  });

  test('who is not root sees the folders inside a folder in which something is mounted, and the rest of it as it is', () => {
    const folders: Record<string, readonly string[]> = { '/home/a': ['docs', 'mnt', 'src'], '/home/a/mnt': ['disk', 'free'] };
    const more = {
      personal: ['/home/a'],
      mounts: [mount('/home/a/mnt/disk')],
      foldersIn: (path: string) => folders[path] ?? [],
      isRoot: false,
    };
    expect(writable(more)).toEqual(['/home/a/docs', '/home/a/mnt/free', '/home/a/src', '/home/a/mnt/disk']);
    expect(asTheyAre(more)).toEqual(['/home/a']);
  });

  test('a named folder around the staging is seen as it is', () => {
    expect(seen({ personal: ['/home/a', '/var'] }).shown).toEqual([
      { path: '/home/a', lower: '/home/a', isWritable: true },
      { path: '/var', isWritable: false },
    ]);
  });

  test.each<[title: string, file: string, more: Partial<Outlook>, lower: string | undefined]>([
    ['alone, through a view of its folder', '/srv/notes', {}, '/srv'],
    ['as it is, where its folder can have no view', '/notes', {}, undefined],
    ['as it is, where its folder is around the staging', '/var/tmp/notes', {}, undefined],
    ['as it is, where something is mounted beside it', '/srv/notes', { isRoot: false, mounts: [mount('/srv/disk')] }, undefined],
  ])('a named file is seen %s', (_, file, more, lower) => {
    expect(seen({ files: [file], ...more }).shown).toEqual([
      { path: file, ...(lower === undefined ? {} : { lower }), isWritable: lower !== undefined },
    ]);
  });

  test('a named file in a folder that is shown needs nothing more', () => {
    expect(seen({ personal: ['/home/a'], files: ['/home/a/x'] })).toEqual(seen({ personal: ['/home/a'] }));
  });
});

test('without overlays, what is not copied is seen as it is', () => {
  const places = { personal: ['/home/a', '/home/a/project'], files: [], system: ['/usr'], mounts: [mount('/home/a/p', { type: 'proc' })] };
  expect(foldersWithoutOverlays(places, ['/home/a/project'])).toEqual({
    lowers: [{ path: '/home/a/project', isWritable: true }],
    shown: [
      { path: '/home/a/project', lower: '/home/a/project', isWritable: true },
      { path: '/home/a', isWritable: false },
      { path: '/usr', isWritable: false },
    ],
    closed: [{ path: '/home/a/p', isFolder: true }],
  });
});
