/** Changes of every kind, with folders that replace files and files that replace folders. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../../src/tools/changes/change.ts';
import { type ChangingTree, changesBetween, namesBelow, treeOf } from './changing-tree.ts';

export type AllKinds = {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
  readonly changes: readonly Change[];
  /** The folder of the new contents. */
  readonly staged: string;
};

export async function allKinds(at: ChangingTree): Promise<AllKinds> {
  const real = (name: string) => join(at.real, name);
  for (const name of ['gone', 'gone/deep', 'was-folder', 'kept']) mkdirSync(real(name));
  for (const name of ['changed', 'mode', 'touched', 'gone/a', 'gone/deep/b', 'was-folder/c', 'was-file', 'kept/to-link']) {
    writeFileSync(real(name), `old ${name}`);
  }
  symlinkSync('changed', real('link'));
  symlinkSync('changed', real('gone/link'));
  setTimes(at.real, 1_700_000_000);
  const staged = at.stage();
  const next = (name: string) => join(staged, name);
  writeFileSync(next('changed'), 'new');
  chmodSync(next('changed'), 0o4711);
  chmodSync(next('mode'), 0o600);
  for (const name of ['gone', 'was-folder', 'was-file', 'link', 'kept/to-link']) rmSync(next(name), { recursive: true });
  writeFileSync(next('was-folder'), 'a file now');
  mkdirSync(next('was-file'));
  writeFileSync(next('was-file/in\nside'), 'new');
  symlinkSync('mode', next('link'));
  symlinkSync('../mode', next('kept/to-link'));
  mkdirSync(next('new'));
  writeFileSync(next('new/file'), 'new');
  chmodSync(next('new'), 0o2750);
  execFileSync('mkfifo', [next('new/pipe')]);
  for (const name of ['changed', 'touched', 'was-folder', 'was-file/in\nside', 'new/file']) lutimesSync(next(name), 0, 1_600_000_000);
  return { before: at.tree(), after: treeOf(staged), changes: await changesBetween(at.real, staged), staged };
}

function setTimes(folder: string, seconds: number): void {
  for (const name of namesBelow(folder)) lutimesSync(join(folder, name), seconds, seconds);
}
