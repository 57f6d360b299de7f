import { describe, expect, test } from 'vitest';
import { type Listed, maxNames, type Sight, type Step, wallSteps } from './wall-steps.ts';

const folders = (...names: readonly string[]): readonly Listed[] => names.map((name) => ({ name, kind: 'folder' }));
const machine: Record<string, readonly Listed[]> = {
  '/': [
    ...folders('dev', 'proc', 'tmp', 'usr', 'home', 'srv'),
    { name: 'swap', kind: 'file' },
    { name: 'bin', kind: 'link', target: 'usr/bin' },
  ],
  '/home': folders('a', 'b'),
};
const entriesIn = (folder: string) => machine[folder] ?? [];
const home = { path: '/home/a', lower: '/home/a', isWritable: true };
const steps = (more: Partial<Sight>) => wallSteps({ shown: [home], own: ['/tmp'], links: [], closed: [], entriesIn, ...more });
const brief = (all: readonly Step[]) => all.map(({ step, path }) => `${step} ${path}`);

describe('into an empty root', () => {
  test('goes what is shown, and everything beside it by name', () => {
    expect(steps({})).toEqual([
      { step: 'way', path: '/', isListed: true },
      { step: 'name', path: '/usr', isFolder: true },
      { step: 'name', path: '/srv', isFolder: true },
      { step: 'name', path: '/swap', isFolder: false },
      { step: 'link', path: '/bin', target: 'usr/bin' },
      { step: 'way', path: '/home', isListed: true },
      { step: 'name', path: '/home/b', isFolder: true },
      { step: 'own', path: '/tmp' },
      { step: 'show', ...home },
    ]);
  });

  test('a folder with too many names cannot be listed', () => {
    const many: Record<string, readonly Listed[]> = {
      ...machine,
      '/home': folders('a', ...Array.from({ length: maxNames }, (_, at) => `user${at}`)),
    };
    const found = steps({ entriesIn: (folder) => many[folder] ?? [] });
    expect(found).toContainEqual({ step: 'way', path: '/home', isListed: false });
    expect(found.filter(({ path }) => path.startsWith('/home/'))).toEqual([{ step: 'show', ...home }]);
  });

  test('neither can folders with too many names together', () => {
    const shown = Array.from({ length: 8 }, (_, at) => ({ path: `/srv/${at}/x`, isWritable: true }));
    const found = steps({
      shown,
      entriesIn: (folder) => (folder === '/' ? [] : folders(...Array.from({ length: 200 }, (_, at) => `n${at}`))),
    });
    expect(found.filter(({ step }) => step === 'name')).toHaveLength(1_000);
    expect(found.filter((step) => step.step === 'way' && !step.isListed)).toHaveLength(4);
  });

  test('what is inside something else comes later', () => {
    const shown = [{ path: '/tmp/x/project', isWritable: false }, { path: '/home/a/disk', isWritable: true }, home];
    expect(brief(steps({ shown })).slice(-5)).toEqual([
      'own /tmp',
      'way /tmp/x',
      'show /home/a',
      'show /tmp/x/project',
      'show /home/a/disk',
    ]);
  });

  test('nothing is listed inside of what is shown or its own', () => {
    const asked: string[] = [];
    steps({
      shown: [home, { path: '/home/a/b/c', isWritable: true }, { path: '/tmp/x/y', isWritable: true }],
      entriesIn: (folder) => [asked.push(folder), []][1] as [],
    });
    expect(asked).toEqual(['/', '/home']);
  });

  test('a link is put where no listing has it, and only there', () => {
    const links = [
      { path: '/run/system/bin', target: '/nix/bin' },
      { path: '/bin', target: '/usr/bin' },
      { path: '/home/a/bin', target: '/usr/bin' },
    ];
    expect(steps({ own: ['/tmp', '/run'], links }).filter(({ step }) => step === 'link')).toEqual([
      { step: 'link', path: '/bin', target: 'usr/bin' },
      { step: 'link', path: '/run/system/bin', target: '/nix/bin' },
    ]);
  });
});

describe('of what is shown is closed', () => {
  test.each<[title: string, paths: readonly string[], closed: readonly string[]]>([
    ['a secret', ['/home/a/.ssh'], ['/home/a/.ssh']],
    ['the outer of two, once', ['/home/a/.config/gh', '/home/a/.config', '/home/a/.config'], ['/home/a/.config']],
    ['not what is closed anyway', ['/home/b/.ssh', '/srv/key'], []],
    ['not what is in a folder of its own', ['/tmp/key'], []],
    ['even what is shown itself', ['/home/a'], ['/home/a']],
  ])('%s', (_, paths, closed) => {
    const found = steps({ closed: paths.map((path) => ({ path, isFolder: true })) }).filter(({ step }) => step === 'close');
    expect(found.map(({ path }) => path)).toEqual(closed);
  });

  test('what is inside a closed place is never shown', () => {
    const shown = [home, { path: '/srv/data/task', isWritable: true }];
    expect(brief(steps({ shown, closed: [{ path: '/srv/data', isFolder: true }] }))).not.toContain('show /srv/data/task');
  });

  test('what is shown inside a folder of its own', () => {
    const found = steps({ shown: [{ path: '/tmp/project', isWritable: true }], closed: [{ path: '/tmp/project/.env', isFolder: false }] });
    expect(found.at(-1)).toEqual({ step: 'close', path: '/tmp/project/.env', isFolder: false });
  });
});
