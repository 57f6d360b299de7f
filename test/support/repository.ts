/** A git repository of the person: two branches that can be merged, one that conflicts, a packed tag and branch, and an uncommitted edit. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const script = `
set -e
git init -q -b main .
echo v1 > tracked.txt
git add tracked.txt
git commit -qm first
git tag packed
git branch packed-branch
git gc -q
git pack-refs --all
git branch side
git branch clash
git checkout -q clash
echo clash > tracked.txt
git commit -qam clash
git checkout -q side
echo side > side.txt
git add side.txt
git commit -qm side
git checkout -q main
echo v2 > tracked.txt
git commit -qam second
`;

/** Runs git as the person would, outside artoo. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, encoding: 'utf8', env: quiet });

/** Makes it in this folder: git makes the first one, all others are copies of that one. */
export function repositoryIn(folder: string, { isClean = false } = {}): void {
  if (made) write(made, folder);
  else execFileSync('sh', ['-c', script], { cwd: folder, env: { ...quiet, ...person } });
  made ??= ['tracked.txt', '.git', ...namesBelow(join(folder, '.git'))].map((name) => copyOf(folder, name));
  git(folder, 'status'); // the index identifies its files by their inodes
  if (!isClean) appendFileSync(join(folder, 'tracked.txt'), 'edited\n');
}

/** No content: a folder. */
type Copy = { readonly name: string; readonly mode: number; readonly content: Buffer | undefined };

let made: readonly Copy[] | undefined;

const namesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join('.git', name))
    .sort();

function copyOf(folder: string, name: string): Copy {
  const path = join(folder, name);
  const stats = statSync(path);
  return { name, mode: stats.mode & 0o777, content: stats.isDirectory() ? undefined : readFileSync(path) };
}

function write(copies: readonly Copy[], folder: string): void {
  for (const { name, mode, content } of copies) {
    if (content === undefined) mkdirSync(join(folder, name), { mode });
    else writeFileSync(join(folder, name), content, { mode });
  }
}

const quiet = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
const person = {
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' },
};
