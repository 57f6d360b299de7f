import { expect, test } from 'vitest';
import type { Entry } from '../../tools/changes/change.ts';
import type { Snapshot } from '../snapshots/take-snapshot.ts';
import type { WorkerChange } from './wire-messages.ts';
import { hostChanges, whyImpossible } from './worker-changes.ts';

const owner = { uid: 1_000, gid: 1_000 };
const hash = (letter: string) => letter.repeat(64);
const file = (letter: string, more: Partial<Extract<Entry, { kind: 'file' }>> = {}): Entry => ({
  ...{ kind: 'file', mode: 0o644, ...owner, size: 1, mtime_ms: 1, hash: hash(letter) },
  ...more,
});
const folder: Entry = { kind: 'folder', mode: 0o755, ...owner };
const link: Entry = { kind: 'link', target: '/etc', ...owner };

const cwd = '/home/ada/project';
const known = (entry: Entry) => ({ entry, stamp: `stamp of ${entry.kind}`, isSettled: true, hasOtherNames: false });
const snapshot: Snapshot = {
  roots: [{ path: cwd, entry: folder, tree: hash('0') }],
  known: new Map([
    [cwd, known(folder)],
    [`${cwd}/a.txt`, known(file('a'))],
    [`${cwd}/sub`, known(folder)],
    [`${cwd}/link`, known(link)],
  ]),
  closed: new Set([`${cwd}/.env`, `${cwd}/secrets`]),
};

const changed = (path: string, after: Entry | null = file('d')): WorkerChange => ({ path, after });

test.each<readonly [string, readonly WorkerChange[]]>([
  ['nothing', []],
  ['a new file, a changed one and one that is gone', [changed(`${cwd}/sub/new`), changed(`${cwd}/a.txt`), changed(`${cwd}/link`, null)]],
  ['a folder with a file in it', [changed(`${cwd}/new`, folder), changed(`${cwd}/new/x`)]],
  ['the mode of its folder', [changed(cwd, { ...folder, mode: 0o700 })]],
  ['a folder in place of a link', [changed(`${cwd}/link`, folder), changed(`${cwd}/link/x`)]],
])('%s can have happened', (_, changes) => {
  expect(whyImpossible(changes, snapshot)).toBeUndefined();
});

test.each<readonly [string, readonly WorkerChange[]]>([
  ['a file outside', [changed('/etc/cron.d/x')]],
  ['a file beside its folder', [changed(`${cwd}-other/x`)]],
  ['a way out', [changed(`${cwd}/../../x`)]],
  ['a path that is not plain', [changed(`${cwd}/./x`)]],
  ['what is closed to it, with a slash behind it', [changed(`${cwd}/.env/`)]],
  ['the mode of a closed folder', [changed(`${cwd}/secrets/`, { ...folder, mode: 0o777 })]],
  ['every folder above its own', ['/home/ada/project/', '/home/ada', '/home', '/'].map((path) => changed(path, folder))],
  ['a path with a zero byte', [changed(`${cwd}/x\0y`)]],
  ['a file through a link', [changed(`${cwd}/link/x`)]],
  ['a file through a link that it makes', [changed(`${cwd}/out`, link), changed(`${cwd}/out/x`)]],
  ['a file through a folder that it replaces by a link', [changed(`${cwd}/sub`, link), changed(`${cwd}/sub/x`)]],
  ['a file in a file', [changed(`${cwd}/a.txt/x`)]],
  ['a file in a folder that is not there', [changed(`${cwd}/no/x`)]],
  ['what is closed to it', [changed(`${cwd}/.env`)]],
  ['what is in a closed folder', [changed(`${cwd}/secrets/key`)]],
  ['a closed file gone', [changed(`${cwd}/.env`, null)]],
  ['the end of what was never there', [changed(`${cwd}/nothing`, null)]],
  ['its own folder gone', [changed(cwd, null)]],
  ['its own folder as a link', [changed(cwd, link)]],
  ['one path twice', [changed(`${cwd}/x`), changed(`${cwd}/x`, folder)]],
  ['more than fits anywhere', [changed(`${cwd}/x`, file('d', { size: 2 ** 50 }))]],
])('%s cannot', (_, changes) => {
  expect(whyImpossible(changes, snapshot)).toBeDefined();
});

test('what was there before is what the host knows, and what is new belongs to the host', () => {
  const far = { uid: 7, gid: 7 };
  const changes = [
    changed(`${cwd}/a.txt`, file('d', far)),
    changed(`${cwd}/new`, file('e', far)),
    changed(`${cwd}/sub`, { ...folder, ...far, mode: 0o700 }),
  ];
  const home = hostChanges(changes, snapshot, { owner, contentAt: (path) => `/staged${path}` });
  expect(home).toEqual([
    { path: `${cwd}/a.txt`, before: file('a'), after: file('d'), stamp: 'stamp of file', from: `/staged${cwd}/a.txt` },
    { path: `${cwd}/new`, before: null, after: file('e'), stamp: null, from: `/staged${cwd}/new` },
    { path: `${cwd}/sub`, before: folder, after: { ...folder, mode: 0o700 }, stamp: 'stamp of folder' },
  ]);
});
