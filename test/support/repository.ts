/** A git repository of the person: two branches that merge, one that clashes, a packed tag and branch, and an edit that is not committed. */
import { execFileSync } from 'node:child_process';

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

/** Runs git as the person would, outside of artoo. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, encoding: 'utf8', env: quiet });

/** Makes it in this folder. */
export function repositoryIn(folder: string, { isClean = false } = {}): void {
  const more = isClean ? '' : 'echo edited >> tracked.txt\n';
  execFileSync('sh', ['-c', script + more], { cwd: folder, env: { ...quiet, ...person } });
}

const quiet = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
const person = {
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' },
};
