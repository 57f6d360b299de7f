import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newHome } from '../../../../test/support/contained.ts';
import { repositoryPlaces } from './repository-places.ts';

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], { cwd, stdio: 'pipe' });

function newRepository(): { readonly folder: string; readonly main: string } {
  const folder = realpathSync(mkdtempSync('/var/tmp/artoo-repositories-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(folder, 'main');
  mkdirSync(join(main, 'src/deep'), { recursive: true });
  writeFileSync(join(main, 'src/deep/a'), 'a\n');
  git(main, 'init', '-q');
  git(main, 'add', '.');
  git(main, 'commit', '-qm', 'first');
  return { folder, main };
}

test('a folder in a repository needs the whole of it', () => {
  const { folder, main } = newRepository();
  expect([main, join(main, 'src/deep'), folder].map(repositoryPlaces)).toEqual([[main], [main], []]);
});

test('a linked worktree needs what it shares, and a submodule what it is in', () => {
  const { folder, main } = newRepository();
  git(main, 'worktree', 'add', '-q', '../linked');
  expect(repositoryPlaces(join(folder, 'linked/src'))).toEqual([join(folder, 'linked'), join(main, '.git')]);
  const around = newRepository().main;
  git(around, 'submodule', 'add', '-q', main, 'part');
  expect(repositoryPlaces(join(around, 'part/src'))).toEqual([around]);
});

test.each<[title: string, claim: (at: { project: string; other: string }) => void]>([
  ['another repository', ({ project, other }) => writeFileSync(join(project, '.git'), `gitdir: ${other}/.git\n`)],
  [
    'a worktree of another',
    ({ project, other }) => {
      git(other, 'worktree', 'add', '-q', '../linked');
      writeFileSync(join(project, '.git'), `gitdir: ${other}/.git/worktrees/linked\n`);
    },
  ],
  [
    'a folder that shares everything',
    ({ project }) => {
      mkdirSync(join(project, 'worktrees/x'), { recursive: true });
      writeFileSync(join(project, '.git'), 'gitdir: worktrees/x\n');
      writeFileSync(join(project, 'worktrees/x/gitdir'), join(project, '.git'));
      writeFileSync(join(project, 'worktrees/x/commondir'), '/');
    },
  ],
  ['something that never ends', ({ project }) => execFileSync('mkfifo', [join(project, '.git')])],
])('a project that claims %s gets nothing by it', (_, claim) => {
  const { folder, main: other } = newRepository();
  const project = join(folder, 'project');
  mkdirSync(project);
  claim({ project, other });
  expect(repositoryPlaces(project).filter((path) => path !== project)).toEqual([]);
});

test('git works in a linked worktree outside of the home', async () => {
  const { folder, main } = newRepository();
  git(main, 'worktree', 'add', '-q', '../linked');
  const linked = join(folder, 'linked');
  const { output, exitCode } = await newHome('this user').run('git status --short; git log --oneline | wc -l; ls ../main/src', {
    cwd: linked,
  });
  expect([output, exitCode]).toEqual([expect.stringMatching(/^1\nls: .*(?:Permission denied|No such file)/), 2]);
});
