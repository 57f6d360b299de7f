/** Which paths of a folder are generated or third-party files: those that git ignores or, without git, those in folders with certain names. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notSearchedForValues } from '../../tools/files/env-secrets.ts';
import { repositoryRoot } from '../../tools/look/git.ts';
import { git, gitProgram } from '../../tools/look/run-git.ts';

const timeoutMs = 20_000;

/** Whether a path is ignored, either itself or because a folder above it is. */
export type IsIgnored = (path: string) => boolean;

/** Asks git once for the whole folder. */
export async function ignoredIn(root: string, signal: AbortSignal): Promise<IsIgnored> {
  const around = repositoryRoot(root);
  const listed = around === undefined ? undefined : await ignoredByGit(around, signal);
  if (listed) return (path) => listed.has(path) || pathsAbove(path).some((folder) => listed.has(folder));
  return (path) =>
    path
      .slice(root.length)
      .split('/')
      .some((name) => name !== '.git' && notSearchedForValues.has(name));
}

async function ignoredByGit(root: string, signal: AbortSignal): Promise<ReadonlySet<string> | undefined> {
  const readHead = async (path: string, bytes: number) => {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    return text === undefined ? undefined : { text: text.slice(0, bytes), cut: text.length > bytes };
  };
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const found = await git({ root, git: gitProgram(), readHead, timeoutMs, signal }, args);
  if (found?.exitCode !== 0 || found.truncated) return undefined;
  return new Set(found.output.split('\0').flatMap((path) => (path === '' ? [] : [join(root, path).replace(/\/$/, '')])));
}

const pathsAbove = (path: string): readonly string[] => {
  const names = path.split('/');
  return names.slice(2).map((_, at) => names.slice(0, at + 2).join('/'));
};
