/** A real tree of files, a copy of it to change at will, and the changes between the two: what the view of a command contains. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Change, Entry } from '../../src/tools/changes/change.ts';
import type { ChangeStore } from '../../src/tools/changes/change-store.ts';
import { entryAt } from '../../src/tools/changes/disk/entry-at.ts';
import { stampOf } from '../../src/tools/changes/disk/stamp.ts';
import { scratch } from './scratch.ts';

export type ChangingTree = {
  /** artoo's data. */
  readonly data: string;
  /** The folder that will be changed. */
  readonly real: string;
  /** A new copy of everything in that folder, outside of it. */
  stage(): string;
  /** All entries of the tree with all their properties, by path. */
  tree(): Record<string, string>;
};

const elsewhere = '/dev/shm';

/** Whether there is another file system to try. */
export const hasElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(tmpdir()).dev;

/** The files that change are beside artoo's data, or on another file system. */
export function changingTree({ isElsewhere = false } = {}): ChangingTree {
  const home = realpathSync(scratch());
  const real = isElsewhere && hasElsewhere ? mkdtempSync(join(elsewhere, 'artoo-test-')) : join(home, 'real');
  if (real.startsWith(home)) mkdirSync(real);
  else onTestFinished(() => rmSync(real, { recursive: true, force: true }));
  let staged = 0;
  return {
    data: join(home, 'data'),
    real,
    stage() {
      staged += 1;
      const stage = join(home, `staged-${staged}`);
      copyTree(real, stage);
      return stage;
    },
    tree: () => treeOf(real),
  };
}

/** Copies modes, owners and times too; without starting a program, because tests do it often. */
function copyTree(from: string, to: string): void {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stats.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copyTree(join(from, name), join(to, name));
  } else copyFileSync(from, to);
  lchownSync(to, stats.uid, stats.gid);
  if (stats.isSymbolicLink()) return;
  chmodSync(to, stats.mode & 0o7777);
  const microseconds = lstatSync(from, { bigint: true }).mtimeNs / 1000n; // exact, unlike a number of milliseconds
  const seconds = (Number(microseconds) + 0.5) / 1e6;
  utimesSync(to, seconds, seconds);
}

/** Kind, mode, owner, content and time of everything below a folder. */
export function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    namesBelow(folder)
      .sort()
      .map((name) => [name, told(join(folder, name))]),
  );
}

/** Everything below a folder, without following symlinks. */
export const namesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const below = entry.isDirectory() ? namesBelow(join(folder, entry.name)) : [];
    return [entry.name, ...below.map((name) => join(entry.name, name))];
  });

function told(path: string): string {
  const stats = lstatSync(path);
  const owner = `${stats.uid}:${stats.gid}`;
  if (stats.isSymbolicLink()) return `link ${owner} → ${readlinkSync(path)}`;
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isFile())
    return `file ${mode} ${owner} ${Math.floor(stats.mtimeMs)} ${JSON.stringify(readFileSync(path, 'latin1').slice(0, 100))}`;
  return `${stats.isDirectory() ? 'folder' : 'pipe'} ${mode} ${owner}`;
}

/** The changes that would make the real tree like the staged one. */
export async function changesBetween(real: string, staged: string): Promise<readonly Change[]> {
  const names = [...new Set([real, staged].flatMap(namesBelow))];
  const all = await Promise.all(names.map((name) => changeAt(join(real, name), join(staged, name))));
  return all.flat();
}

async function changeAt(path: string, from: string): Promise<readonly Change[]> {
  const isThere = existsSync(dirname(path)) && realpathSync(dirname(path)) === dirname(path); // not behind a symlink
  const [before, after] = [isThere ? await entry(path) : null, await entry(from)];
  if (JSON.stringify(timeless(before)) === JSON.stringify(timeless(after))) return [];
  const hasContent = after?.kind === 'pipe' || (after?.kind === 'file' && (before?.kind !== 'file' || before.hash !== after.hash));
  return [{ path, before, after, stamp: before && stampOf(path), ...(hasContent ? { from } : {}) }];
}

/** Only the times of files are compared: other times change by themselves. */
const timeless = (entry: Entry | null) => (entry && entry.kind !== 'file' ? { ...entry, mtime_ms: 0 } : entry);

async function entry(path: string): Promise<Entry | null> {
  const found = await entryAt(path);
  if (found === 'other') throw new Error(`${path} is of no kind that can be changed`);
  return found;
}

/** Applies the changes that make the real tree like the staged one. */
export async function applyStaged(
  store: ChangeStore,
  { real }: ChangingTree,
  staged: string,
  key: string,
  task_id = 'task',
): Promise<unknown> {
  const changes = await changesBetween(real, staged);
  return store.apply({ call: { task_id, key }, title: key, changes, result: { done: key } }, new AbortController().signal);
}
