/**
 * Daily work with git in a project of the person: what it asks about, line by line. The numbers are those from the time before git's folder was
 * closed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lawful } from '../support/lawful.ts';
import { git, repositoryIn } from '../support/repository.ts';

type Asked = 'asks' | 'is free';

/** Each line runs in the repository as the lines before left it; questions are answered with yes. */
const lines: readonly (readonly [line: string, asked: Asked])[] = [
  ['git status --short', 'is free'],
  ['echo new > new.txt && git add new.txt', 'is free'],
  ['git diff --cached --stat', 'is free'],
  ['git log --oneline -3', 'is free'],
  ['git show --stat HEAD', 'is free'],
  ['git commit -qm new', 'asks'],
  ['git branch topic', 'is free'],
  ['git tag v9', 'is free'],
  ['git tag -a v10 -m ten', 'is free'],
  ['git checkout -q -b mine', 'asks'],
  ['echo more > more.txt && git add -A && git status --short', 'is free'],
  ['git reset -q', 'is free'],
  ['git add -A', 'is free'],
  ['git stash -q', 'asks'],
  ['git stash list', 'is free'],
  ['git stash pop -q', 'asks'],
  ['git add -A && git commit -qm more', 'asks'],
  ['git switch -q main', 'asks'],
  ['git switch -q mine', 'asks'],
  ['git merge -q --no-edit main', 'is free'],
  ['git rebase -q main', 'is free'],
  ['git rev-parse HEAD && git blame tracked.txt && git grep -c v', 'is free'],
  ['git init -q made', 'is free'],
  ['cd made && echo a > a && git add a && git commit -qm a && git checkout -q -b b && git branch -q c', 'is free'],
  ['cd made && echo b >> a && git commit -qam b && git tag t', 'is free'],
  ['git clone -q . ../workspace/cloned', 'is free'],
  ['git clone -q . cloned', 'is free'],
  ['cd ../workspace/cloned && git checkout -q -b x && echo x > x && git add x && git commit -qm x && git gc -q', 'is free'],
  ['git fetch -q ../workspace/cloned x', 'is free'],
  ['git gc -q', 'asks'],
  ['git worktree add -q ../workspace/tree', 'asks'],
  ['git notes add -m note', 'is free'],
  ['git fsck --no-progress', 'is free'],
];

test('ordinary work with git asks no more questions than before', { timeout: 120_000 }, async () => {
  const at = lawful({ '.gitconfig': identity });
  repositoryIn(at.cwd);
  const found: (readonly [string, Asked])[] = [];
  for (const [line] of lines) {
    let result = await at.run(line);
    found.push([line, result.harm ? 'asks' : 'is free']);
    if (result.harm) result = await at.run(line, { approved: result.harm.hash });
    expect(result, line).toMatchObject({ ok: true });
  }
  expect(found).toEqual(lines);
});

const identity = '[user]\n\tname = a\n\temail = a@example.org\n[protocol "file"]\n\tallow = always\n';

test.each<[where: string, prepare: (at: ReturnType<typeof lawful>) => string]>([
  [
    'a folder within the project',
    ({ cwd }) => {
      repositoryIn(cwd);
      mkdirSync(join(cwd, 'src'));
      return join(cwd, 'src');
    },
  ],
  [
    'a worktree of a repository elsewhere',
    ({ home, cwd }) => {
      mkdirSync(join(home, 'main'));
      repositoryIn(join(home, 'main'));
      git(join(home, 'main'), 'worktree', 'add', '-q', join(cwd, 'tree'));
      return join(cwd, 'tree');
    },
  ],
  [
    'a submodule',
    ({ home, cwd }) => {
      mkdirSync(join(home, 'main'));
      repositoryIn(join(home, 'main'));
      repositoryIn(cwd);
      git(cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../main', 'sub');
      return join(cwd, 'sub');
    },
  ],
  [
    'a repository with longer ids',
    ({ cwd }) => {
      git(cwd, 'init', '-q', '--object-format=sha256');
      git(cwd, 'commit', '-q', '--allow-empty', '-m', 'first');
      return cwd;
    },
  ],
  [
    'a worktree within a bare repository',
    ({ home, cwd }) => {
      mkdirSync(join(home, 'main'));
      repositoryIn(join(home, 'main'));
      git(cwd, 'clone', '-q', '--bare', '../main', 'all');
      git(join(cwd, 'all'), 'worktree', 'add', '-q', 'tree', 'side');
      return join(cwd, 'all/tree');
    },
  ],
])('work in %s is free as far as it only adds', async (_, prepare) => {
  const at = lawful({ '.gitconfig': identity });
  const cwd = prepare(at);
  for (const line of ['echo x > x.txt && git add x.txt', 'git status --short', 'git branch more', 'git tag t', 'git diff --cached']) {
    expect((await at.run(line, { cwd })).harm, line).toBeUndefined();
  }
  expect((await at.run('git commit -qm x', { cwd })).harm).toBeDefined();
  expect(git(cwd, 'rev-parse', 'more')).toBe(git(cwd, 'rev-parse', 'HEAD'));
});

test.each<[rule: string, line: string]>([
  ['shell(git commit*)', 'git commit -qam two'],
  ['shell(git checkout*)', 'git checkout -q -b mine'],
  ['shell(git merge*)', 'git merge -q --no-edit side'],
  ['shell(git merge*)', 'git merge -q --no-commit --no-ff side'],
  ['shell(git rebase -q side)', 'git rebase -q side'],
  ['shell(git cherry-pick*)', 'git cherry-pick side'],
  ['shell(git revert*)', 'git revert --no-edit HEAD'],
  ['shell(git stash*)', 'git stash -q'],
  ['shell(git gc*)', 'git gc -q'],
])('under the rule %s nothing is asked: %s', async (rule, line) => {
  const at = lawful({ '.gitconfig': identity }, { allow: [rule] });
  repositoryIn(at.cwd, { isClean: !/commit -|stash/.test(line) });
  const result = await at.run(line);
  expect(result.harm).toBeUndefined();
  expect(result).toMatchObject({ ok: true });
});

test('a rebase that stops half-way, under a rule that allows it', async () => {
  const at = lawful(
    { '.gitconfig': '[user]\n\tname = a\n\temail = a@example.org\n' },
    { allow: ['shell(git rebase -q clash)', 'shell(git rebase --abort)'] },
  );
  repositoryIn(at.cwd, { isClean: true });
  expect((await at.run('git rebase -q clash')).harm).toBeUndefined();
  expect((await at.run('git rebase --abort')).harm).toBeUndefined();
});

test('a conflict is resolved, brought back and resolved again without a question', { timeout: 60_000 }, async () => {
  const at = lawful({ '.gitconfig': identity });
  repositoryIn(at.cwd, { isClean: true });
  expect(() => git(at.cwd, 'merge', '-q', 'clash')).toThrow();
  writeFileSync(join(at.cwd, 'tracked.txt'), 'both\n');
  const unmerged = () => git(at.cwd, 'ls-files', '--unmerged').split('\n').length - 1;
  const found: number[] = [];
  for (const line of ['git add tracked.txt', 'git update-index --unresolve tracked.txt', 'git add -A', 'git status']) {
    expect((await at.run(line)).harm, line).toBeUndefined();
    found.push(unmerged());
  }
  expect(found).toEqual([0, 3, 0, 0]);
  expect((await at.run('git commit -qm both')).harm).toBeDefined();
});

test('work with folders, and with what git notes about them, is free as far as it only stages', { timeout: 60_000 }, async () => {
  const at = lawful({ '.gitconfig': `${identity}[index]\n\tthreads = 4\n[core]\n\tuntrackedCache = true\n` });
  repositoryIn(at.cwd, { isClean: true });
  for (const name of ['a/b/1', 'a/b/2', 'a/c/3', 'd/4']) {
    mkdirSync(join(at.cwd, name, '..'), { recursive: true });
    writeFileSync(join(at.cwd, name), name);
  }
  git(at.cwd, 'add', '-A');
  git(at.cwd, 'commit', '-qm', 'folders');
  writeFileSync(join(at.cwd, 'a/b/1'), 'edited');
  const lines = [
    ...['git add a', 'git write-tree', 'git reset -q', 'mkdir f && touch f/empty && git add -N . && git add -A'],
    ...['git rm -q --cached -r d && git add d', 'git update-index --chmod=+x d/4', 'git restore --staged .', 'git read-tree HEAD'],
  ];
  for (const line of lines) expect((await at.run(line)).harm, line).toBeUndefined();
});

test('a submodule at another commit is asked about, and taken back without a question', { timeout: 60_000 }, async () => {
  const at = lawful({ '.gitconfig': identity });
  mkdirSync(join(at.home, 'main'));
  repositoryIn(join(at.home, 'main'));
  repositoryIn(at.cwd);
  git(at.cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../main', 'sub');
  git(at.cwd, 'commit', '-qam', 'sub');
  git(join(at.cwd, 'sub'), 'checkout', '-q', 'HEAD~1');
  expect((await at.run('git add sub')).harm).toBeDefined();
  git(at.cwd, 'add', 'sub');
  expect((await at.run('git reset -q')).harm).toBeUndefined();
});
