import { expect, test } from 'vitest';
import { conflictLines, planLines, type UndoPlan, undoableRows } from './undo-lines.ts';

const file = { kind: 'file', mode: 0o644, uid: 0, gid: 0, size: 1, mtime_ms: 0, hash: '' } as const;
const plan: UndoPlan = {
  id: 't1',
  titles: ['sed -i s/a/b/ x\u001b[2J', 'rm\ny'],
  steps: [
    { path: '/p/x', now: file, back: file },
    { path: '/p/y', now: null, back: file },
    { path: '/p/new', now: file, back: null },
    { path: '/p/new2\u202e', now: file, back: null },
  ],
  conflicts: [],
  changes: [],
  undoes: [],
};

test('a plan names the calls, how many changes it makes, and each of them', () => {
  expect(planLines(plan)).toEqual([
    'This undoes what t1 did:',
    '  sed -i s/a/b/ x [2J',
    '  rm y',
    'It makes 4 changes:',
    '  restores /p/x',
    '  puts back /p/y',
    '  removes /p/new',
    '  removes /p/new2\ufffd',
  ]);
});

test('a file that was moved is moved back, to its own name where the content alone does not tell', () => {
  const at = (path: string, { now = '', back = '' }) => ({
    path,
    now: now === '' ? null : { ...file, hash: now },
    back: back === '' ? null : { ...file, hash: back },
  });
  const steps = [
    at('/p/x', { back: 'same' }),
    at('/p/y', { back: 'same' }),
    at('/p/new/y', { now: 'same' }),
    at('/p/new/other', { now: 'same' }),
    at('/p/new/made', { now: 'own' }),
    at('/p/gone', { back: 'lost' }),
  ];
  expect(planLines({ ...plan, titles: [], steps }, '/p').slice(1)).toEqual([
    'It makes 4 changes:',
    '  moves new/other back to x',
    '  moves new/y back to y',
    '  puts back gone',
    '  removes new/made',
  ]);
});

test('a move into a new folder is taken back in one line, even of an empty file, and the folder goes last', () => {
  const empty = { ...file, size: 0, hash: 'empty' };
  const folder = { kind: 'folder', mode: 0o755, uid: 0, gid: 0, mtime_ms: 0 } as const;
  const steps = [
    { path: '/p/empty.txt', now: null, back: empty },
    { path: '/p/old', now: folder, back: null },
    { path: '/p/old/empty.txt', now: empty, back: null },
  ];
  const told = ['It makes 2 changes:', '  moves old/empty.txt back to empty.txt', '  removes old'];
  expect(planLines({ ...plan, titles: [], steps }, '/p').slice(1)).toEqual(told);
  const more = { path: '/p/old/own', now: file, back: null };
  expect(planLines({ ...plan, titles: [], steps: [...steps, more] }, '/p').slice(2)).toEqual([
    '  moves old/empty.txt back to empty.txt',
    '  removes old/own',
    '  removes old',
  ]);
  const same = { path: '/p/other/empty.txt', now: empty, back: null };
  expect(planLines({ ...plan, titles: [], steps: [...steps, same] }, '/p')).toContain('  puts back empty.txt');
});

test('empty files of different names are not told as moved', () => {
  const empty = { ...file, size: 0, hash: 'empty' };
  const steps = [
    { path: '/p/a', now: null, back: empty },
    { path: '/p/b', now: empty, back: null },
  ];
  expect(planLines({ ...plan, titles: [], steps }, '/p').slice(2)).toEqual(['  puts back a', '  removes b']);
});

test.each([
  ['write_file /p/a b.txt', 'wrote a b.txt'],
  ['edit_file /p/c.txt', 'edited c.txt'],
  ['write_file', 'write_file'],
  ['sort write_file x', 'sort write_file x'],
  ['undo of 20261120-010359097-bip51nvf', 'undo of bip51nvf'],
])('the call %s is shown as %s', (title, told) => {
  const steps = ['/p/a b.txt', '/p/c.txt'].map((path) => ({ path, now: file, back: file }));
  expect(planLines({ ...plan, titles: [title], steps }, '/p')[1]).toBe(`  ${told}`);
});

test('a path below the folder loses the folder once, whatever its name holds', () => {
  const path = '/p/a /p/b';
  const odd = { ...plan, titles: [`write ${path}`], steps: [{ path, now: file, back: file }] };
  expect(planLines(odd, '/p').slice(1)).toEqual(['  write a /p/b', 'It makes 1 change:', '  restores a /p/b']);
  expect(conflictLines({ id: 't1', conflicts: [{ path, why: 'changed since' }] }, '/p')[1]).toBe('  a /p/b has changed since');
});

test('conflicts are named path by path', () => {
  expect(conflictLines({ id: 't1', conflicts: [{ path: '/p/\n', why: 'changed since' }] })).toEqual([
    'Nothing was undone, because not all changes of t1 can be undone:',
    '  /p/\ufffd has changed since',
  ]);
});

test('the list says what each task changed', () => {
  const time = new Date(0).toISOString();
  const counts = { created: 2, changed: 0, deleted: 1, metadata: 0 };
  expect(undoableRows({ id: 't1', time, titles: ['a', 'b', 'c'], counts, undone: true }, 200_000)).toEqual([
    't1  3 min ago     2 created, 1 deleted  (undone)',
    '  a and 2 more calls',
  ]);
  expect(undoableRows({ id: 't1', time, titles: ['a', 'b'], counts, undone: false }, 200_000, 'tidy\nup')[1]).toBe('  tidy up');
});
