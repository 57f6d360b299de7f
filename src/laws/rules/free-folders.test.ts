import { describe, expect, test } from 'vitest';
import type { Places } from '../asked-effects.ts';
import { folderRuleFor, freeFolders } from './free-folders.ts';

const places: Places = {
  ...{ home: '/home/ada', cwd: '/home/ada/project', workspace: '/home/ada/ws', dataFolder: '/mnt/artoo', pathFolders: ['/mnt/tools/bin'] },
  ...{ linked: [], freed: [] },
};
const named = { home: '/home/ada', cwd: '/home/ada/project' };

describe('a folder is free', () => {
  test('by the name that its rule gives it', () => {
    expect(freeFolders(['/home/ada/.cache/pip', '/mnt/cache'], named, places)).toEqual(['/home/ada/.cache/pip', '/mnt/cache']);
  });

  test('in a home and in a current folder that are links', () => {
    const at = { ...places, home: '/mnt/ada', cwd: '/mnt/work' };
    const folders = ['/home/ada/.cache/pip', '/home/ada/project/build', '/home/adam/x'];
    expect(freeFolders(folders, named, at)).toEqual(['/mnt/ada/.cache/pip', '/mnt/work/build', '/home/adam/x']);
  });
});

test.each([
  ["artoo's data, wherever it is", '/mnt/artoo'],
  ["what is in artoo's data", '/mnt/artoo/cache'],
  ["what holds artoo's data", '/mnt'],
  ['a folder on the PATH', '/mnt/tools/bin'],
  ['what holds a folder on the PATH', '/mnt/tools'],
  ['a home that is known only now', '/home/ada'],
])('%s is never free, whatever a rule says', (_, folder) => {
  expect(freeFolders([folder], named, places)).toEqual([]);
});

describe('the rule for a folder', () => {
  const file = (path: string) => ({ path, isNewFolder: false });
  const folder = (path: string) => ({ path, isNewFolder: true });

  test.each([
    ['of the program that keeps a cache', [file('/home/ada/.cache/pip/http/a/b/c')], 'folder(~/.cache/pip)'],
    [
      'that is new, with the folders above it',
      [folder('/home/ada/.cache'), folder('/home/ada/.cache/t'), file('/home/ada/.cache/t/x')],
      'folder(~/.cache/t)',
    ],
    ['that is all that is new', [folder('/home/ada/.cache/t')], 'folder(~/.cache/t)'],
    ['of cargo', [file('/home/ada/.cargo/registry/src/x/a.rs'), file('/home/ada/.cargo/registry/index/y')], 'folder(~/.cargo/registry)'],
    ['of go', [file('/home/ada/go/pkg/mod/cache/x')], 'folder(~/go/pkg)'],
    ['below .local/share', [file('/home/ada/.local/share/app/deep/x')], 'folder(~/.local/share/app)'],
    ['that holds all of them', [file('/home/ada/.npm/_logs/x'), file('/home/ada/.npm/_cacache/y')], 'folder(~/.npm)'],
    ['that is ordinary, as deep as it is', [file('/home/ada/docs/a/b/x'), file('/home/ada/docs/a/y')], 'folder(~/docs/a)'],
    ['outside of the home', [file('/mnt/cache/x')], 'folder(/mnt/cache)'],
    ['with a space in its name', [file('/home/ada/my docs/x')], 'folder(~/my docs)'],
  ])('%s', (_, asked, rule) => {
    expect(folderRuleFor(asked, places)).toBe(rule);
  });

  test.each([
    ['nothing that is asked about', []],
    ['a file in the home itself', [file('/home/ada/x')]],
    ['files that only the home holds', [file('/home/ada/.cache/x/y'), file('/home/ada/docs/z')]],
    ['caches of two programs that only a place with settings holds', [file('/home/ada/.config/a/x'), file('/home/ada/.config/b/y')]],
    ['a sensitive place', [file('/home/ada/.ssh/x')]],
    ['cargo, where all of it is touched', [file('/home/ada/.cargo/bin/x'), file('/home/ada/.cargo/registry/y')]],
    ['the system', [file('/opt/app/x')]],
    ['a file at the root', [file('/x')]],
    ['a name with a quote', [file("/home/ada/it's/x")]],
    ['a name with a star', [file('/home/ada/a*/x')]],
    ['a name that is not what it looks like', [file('/home/ada/a\u202eb/x')]],
  ])('is not offered for %s', (_, asked) => {
    expect(folderRuleFor(asked, places)).toBeUndefined();
  });
});
