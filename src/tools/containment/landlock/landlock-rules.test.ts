import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { allRights, rulesToRead, rulesToWrite } from './landlock-rules.ts';

const [list, readFile, read] = [8, 5, 13];

/** Folders and the names in them. Names that are not keys are files, and names that end with @ are links. */
const tree: Readonly<Record<string, readonly string[]>> = {
  '/': ['usr', 'home'],
  '/usr': ['bin'],
  '/usr/bin': [],
  '/home': ['a'],
  '/home/a': ['.ssh', '.config', 'notes', 'link@', 'project'],
  '/home/a/.ssh': ['id'],
  '/home/a/.config': ['gh', 'git', 'x.toml'],
  '/home/a/.config/gh': [],
  '/home/a/.config/git': [],
  '/home/a/project': ['.env', 'src'],
  '/home/a/project/src': [],
};

const rules = (shown: readonly string[], closed: readonly string[]) =>
  rulesToRead({
    shown,
    closed,
    isFolder: (path) => path in tree,
    entriesIn: (folder) =>
      (tree[folder] ?? []).map((name) => {
        if (name.endsWith('@')) return { name: name.slice(0, -1), kind: 'link' };
        return { name, kind: `${folder === '/' ? '' : folder}/${name}` in tree ? 'folder' : 'file' };
      }),
  });

describe('what can be read', () => {
  test('a folder without anything closed is one rule', () => {
    expect(rules(['/usr', '/home/a/notes'], ['/home/a/.ssh'])).toEqual([
      { path: '/usr', rights: read },
      { path: '/home/a/notes', rights: readFile },
    ]);
  });

  test('beside a closed folder everything is granted by itself but links, and the folder above cannot be listed', () => {
    const granted = rules(['/home/a'], ['/home/a/.ssh', '/home/a/.config/gh']);
    expect(granted.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: '/home/a/.config/git', rights: read },
      { path: '/home/a/.config/x.toml', rights: readFile },
      { path: '/home/a/notes', rights: readFile },
      { path: '/home/a/project', rights: read },
    ]);
  });

  test('a folder with nothing but closed files in it can be listed', () => {
    expect(rules(['/home/a/project'], ['/home/a/project/.env'])).toEqual([
      { path: '/home/a/project', rights: list },
      { path: '/home/a/project/src', rights: read },
    ]);
  });

  test('what is closed itself is not granted, nor what is inside', () => {
    expect(rules(['/home/a/.ssh', '/home/a/.config/gh'], ['/home/a/.ssh', '/home/a/.config'])).toEqual([]);
  });

  test('there is an end to what is granted piece by piece', () => {
    const granted = rulesToRead({
      shown: ['/many'],
      closed: ['/many/closed'],
      isFolder: () => true,
      entriesIn: () => Array.from({ length: 10_000 }, (_, at) => ({ name: String(at), kind: 'folder' })),
    });
    expect(granted).toHaveLength(4_096);
  });

  test('no rule to read a file ever holds for a closed place', () => {
    const paths = [...Object.keys(tree), '/home/a/.ssh/id', '/home/a/project/.env', '/home/a/notes'];
    fc.assert(
      fc.property(fc.subarray(paths), fc.subarray(paths), (shown, closed) => {
        for (const { path, rights } of rules(shown, closed)) {
          for (const place of closed) {
            expect(isWithin(place, path)).toBe(false);
            if (isWithin(path, place)) expect([rights, place in tree]).toEqual([list, false]);
          }
        }
      }),
    );
  });
});

test('in its own folder a command may do everything but make devices', () => {
  for (const abi of [3, 4, 5, 7]) {
    const [own] = rulesToWrite('/own', abi);
    expect(own).toEqual({ path: '/own', rights: allRights(abi) & ~0x840 });
    for (const { rights } of rulesToWrite('/own', abi)) expect(rights & ~allRights(abi)).toBe(0);
  }
});
