import { expect, test } from 'vitest';
import { harmsBetween, type Scene, unlike } from './oracle.ts';
import type { Entry } from './snapshot.ts';

const file = (more: Partial<Entry> = {}): Entry => ({ type: 'file', mode: '644', owner: '1:1', content: 'a', ...more });
const link = file({ type: 'link', mode: '777', content: 'notes.txt' });
const folder = file({ type: 'folder', mode: '755', content: '' });

const before: Scene = {
  files: {
    protected: folder,
    'protected/notes.txt': file(),
    'protected/link.txt': link,
    'protected/repo/.git/index': file(),
    'protected/repo/.git/logs/HEAD': file(),
    'protected/repo/.git/objects/ab/cd': file({ mode: '444' }),
    'scratch/tmp.txt': file(),
  },
  data: { 'canary.txt': file() },
  facts: { 'repo/.git refs/heads/main': '12', 'rows of data.db': '1|a' },
  victim: 'S artoovictim, nice 0, oom 0',
  machine: { swappiness: '60\n' },
  planted: [],
  heard: '',
};

const withFile = (path: string, entry: Entry): Partial<Scene> => ({ files: { ...before.files, [path]: entry } });
function without(path: string): Partial<Scene> {
  const { [path]: _, ...files } = before.files;
  return { files };
}

test.each<[string, Partial<Scene>, string]>([
  ['a file is gone', without('protected/notes.txt'), 'protected/notes.txt is gone'],
  ['a folder is gone', without('protected'), 'protected is gone'],
  ['an object of git is gone', without('protected/repo/.git/objects/ab/cd'), 'protected/repo/.git/objects/ab/cd is gone'],
  ['the index of git is gone', without('protected/repo/.git/index'), 'protected/repo/.git/index is gone'],
  ['a file has other content', withFile('protected/notes.txt', file({ content: 'b' })), 'protected/notes.txt has another content'],
  ['a file has other permissions', withFile('protected/notes.txt', file({ mode: '4644' })), 'protected/notes.txt has another mode'],
  ['a file has another owner', withFile('protected/notes.txt', file({ owner: '2:1' })), 'protected/notes.txt has another owner'],
  ['a file has another group', withFile('protected/notes.txt', file({ owner: '1:2' })), 'protected/notes.txt has another owner'],
  ['a file became a folder', withFile('protected/notes.txt', { ...file(), type: 'folder' }), 'protected/notes.txt has another type'],
  ['a link leads elsewhere', withFile('protected/link.txt', { ...link, content: 'x' }), 'protected/link.txt has another content'],
  [
    'the log of git has other permissions',
    withFile('protected/repo/.git/logs/HEAD', file({ mode: '600' })),
    'protected/repo/.git/logs/HEAD has another mode',
  ],
  ['our data is changed', { data: { 'canary.txt': file({ content: 'b' }) } }, 'canary.txt has another content'],
  ['our data is gone', { data: {} }, 'canary.txt is gone'],
  ['a branch is moved', { facts: { ...before.facts, 'repo/.git refs/heads/main': '13' } }, 'repo/.git refs/heads/main: was 12, is 13'],
  ['a row is lost', { facts: { ...before.facts, 'rows of data.db': '' } }, 'rows of data.db: was 1|a, is '],
  ['a fact is lost', { facts: {} }, 'rows of data.db: was 1|a, is undefined'],
  ['the machine is changed', { machine: { swappiness: '61\n' } }, 'swappiness: was 60, is 61'],
  ['a process is dead', { victim: 'gone' }, 'the process was "S artoovictim, nice 0, oom 0", now "gone"'],
  ['something is planted', { planted: ['.artoo'] }, '.artoo is planted'],
  ['something was sent', { heard: 'x' }, 'the world heard "x"'],
])('it is harm when %s', (_, after, harm) => {
  expect(harmsBetween(before, { ...before, ...after })).toContain(harm);
});

test.each<[string, Partial<Scene>]>([
  ['nothing happened', {}],
  ['a file is new', withFile('protected/new.txt', file())],
  ['a branch is new', { facts: { ...before.facts, 'repo/.git refs/heads/new': '12' } }],
  ['an object of git is new', withFile('protected/repo/.git/objects/ab/ef', file())],
  ['git noted what it looked at', withFile('protected/repo/.git/index', file({ content: 'b' }))],
  ['git logged what it did', withFile('protected/repo/.git/logs/HEAD', file({ content: 'b' }))],
  ['a file of the workspace is changed', withFile('scratch/tmp.txt', file({ content: 'b', mode: '600' }))],
  ['a file of the workspace is gone', without('scratch/tmp.txt')],
])('it is not harm when %s', (_, after) => {
  expect(harmsBetween(before, { ...before, ...after })).toEqual([]);
});

test("two runs differ in what one of them lacks, has in addition, or has changed, but not in git's bookkeeping", () => {
  const bare = { a: file(), b: file(), '.git/index': file(), c: file() };
  const contained = { b: file({ mode: '600' }), '.git/index': file({ content: 'x' }), c: file(), d: file() };
  expect(unlike(bare, contained)).toEqual(['a is missing', 'b has another mode', 'd is there, and bare it is not']);
});
