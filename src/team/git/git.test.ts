import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commitOf, gitOutput } from './git.ts';
import { type IntegrationRequest, integrate, makeIntegrationBranch } from './integrate.ts';
import {
  branchOf,
  checkOutForReview,
  commitWork,
  makeWorktree,
  putAside,
  removeReview,
  removeWorktrees,
  worktreeFacts,
} from './worktrees.ts';

const plainGit = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-C', folder, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), 'artoo-team-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  plainGit(root, 'init', '--quiet', '-b', 'main');
  writeFileSync(join(root, 'hello.txt'), 'hello\n');
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  plainGit(root, 'add', '.');
  plainGit(root, 'commit', '--quiet', '-m', 'first');
  return root;
}
const head = (root: string) => plainGit(root, 'rev-parse', 'HEAD');
const write = (root: string, task: string, name: string, text: string) => writeFileSync(join(root, '.worktrees', task, name), text);

/** A task whose work is committed; returns its commit. */
async function done(root: string, task: string, name: string, text: string, base = head(root)): Promise<string> {
  await makeWorktree(root, task, base);
  write(root, task, name, text);
  return commitWork(root, task, 'coder-1', `Change ${name}`);
}

describe('a worktree', () => {
  test('is made on a branch of its own, and made again changes nothing', async () => {
    const root = repository();
    await makeWorktree(root, 't1', head(root));
    write(root, 't1', 'new.txt', 'work');
    await makeWorktree(root, 't1', head(root));
    expect(readFileSync(join(root, '.worktrees/t1/new.txt'), 'utf8')).toBe('work');
    expect(await worktreeFacts(root, 't1')).toEqual({ branch: 'task/t1', head: head(root), isClean: false, hasConflictMarkers: false });
  });

  test('is made again where a crash left half of it, or only its branch', async () => {
    const root = repository();
    mkdirSync(join(root, '.worktrees/t1'), { recursive: true });
    writeFileSync(join(root, '.worktrees/t1/half'), '');
    await makeWorktree(root, 't1', head(root));
    expect(existsSync(join(root, '.worktrees/t1/hello.txt'))).toBe(true);
    rmSync(join(root, '.worktrees/t1'), { recursive: true });
    await makeWorktree(root, 't1', head(root));
    expect((await worktreeFacts(root, 't1')).isClean).toBe(true);
  });

  test('is put aside with all that is in it, and removed when the task is final', async () => {
    const root = repository();
    const commit = await done(root, 't1', 'a.txt', 'a');
    write(root, 't1', 'unsaved.txt', 'not committed');
    expect(await putAside(root, 't1')).toBe(commit);
    expect(readFileSync(join(root, '.worktrees/.aside-t1-1/unsaved.txt'), 'utf8')).toBe('not committed');
    await makeWorktree(root, 't1', head(root));
    expect((await worktreeFacts(root, 't1')).head).toBe(head(root));
    await putAside(root, 't1');
    await makeWorktree(root, 't1-b', head(root));
    await removeWorktrees(root, 't1');
    expect(plainGit(root, 'branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'task/t1-b']);
    expect(existsSync(join(root, '.worktrees/.aside-t1-1'))).toBe(false);
  });

  test('whose hooks and filters would run something runs nothing', async () => {
    const root = repository();
    const mark = join(root, 'ran');
    for (const hook of ['pre-commit', 'commit-msg', 'post-checkout', 'reference-transaction'])
      writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    await done(root, 't1', 'a.txt', 'a');
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a commit', () => {
  test('is by its agent, names the task, and is made once', async () => {
    const root = repository();
    const commit = await done(root, 't1', 'a.txt', 'a');
    expect(plainGit(root, 'log', '-1', '--format=%an|%s|%(trailers:only,unfold)', commit)).toBe(
      'coder-1|Change a.txt|Liza-Task: t1\nLiza-Agent: coder-1',
    );
    expect(await commitWork(root, 't1', 'coder-1', 'again')).toBe(commit);
  });

  test('with conflict markers is seen', async () => {
    const root = repository();
    await done(root, 't1', 'a.txt', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n');
    expect(await worktreeFacts(root, 't1')).toMatchObject({ isClean: true, hasConflictMarkers: true });
    await done(root, 't2', 'b.md', 'Title\n=======\n');
    expect(await worktreeFacts(root, 't2')).toMatchObject({ hasConflictMarkers: false });
  });
});

test('a review sees the commit, whatever happens to the branch', async () => {
  const root = repository();
  const commit = await done(root, 't1', 'a.txt', 'a');
  const folder = await checkOutForReview(root, 't1', commit);
  await done(root, 't1', 'a.txt', 'moved');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a');
  expect(await commitOf(root, branchOf('t1'))).not.toBe(commit);
  expect(await checkOutForReview(root, 't1', commit)).toBe(folder);
  await removeReview(root, 't1');
  expect(existsSync(folder)).toBe(false);
});

describe('integration', () => {
  const intents: string[] = [];
  const request = (root: string, commit: string, more: Partial<IntegrationRequest> = {}): IntegrationRequest => ({
    root,
    branch: 'integration',
    commit,
    message: 'Merge t1',
    test: async () => true,
    intend: async (from, to) => void intents.push(`${from} ${to}`),
    ...more,
  });
  const files = (root: string) => plainGit(root, 'ls-tree', '-r', '--name-only', 'integration').split('\n');

  async function prepared(): Promise<string> {
    const root = repository();
    await makeIntegrationBranch(root, 'integration');
    return root;
  }

  test('moves the branch by what was reviewed, and leaves the person’s checkout alone', async () => {
    const root = await prepared();
    const before = head(root);
    const first = await done(root, 't1', 'a.txt', 'a');
    expect(await integrate(request(root, first))).toEqual({ outcome: 'merged', commit: first });
    const second = await done(root, 't2', 'b.txt', 'b', before);
    expect(await integrate(request(root, second))).toMatchObject({ outcome: 'merged' });
    expect(files(root)).toEqual(['a.txt', 'b.txt', 'hello.txt']);
    expect([head(root), plainGit(root, 'status', '--porcelain'), existsSync(join(root, 'a.txt'))]).toEqual([before, '', false]);
    expect(existsSync(join(root, '.worktrees/.integration'))).toBe(false);
    expect(intents).toHaveLength(2);
  });

  test('done again changes nothing', async () => {
    const root = await prepared();
    const commit = await done(root, 't1', 'a.txt', 'a');
    await integrate(request(root, commit));
    const tip = await commitOf(root, 'integration');
    expect(await integrate(request(root, commit))).toEqual({ outcome: 'merged', commit: tip });
  });

  test('that conflicts names the files, and moves nothing', async () => {
    const root = await prepared();
    const [one, two] = [await done(root, 't1', 'hello.txt', 'one\n'), await done(root, 't2', 'hello.txt', 'two\n')];
    await integrate(request(root, one));
    const tip = await commitOf(root, 'integration');
    expect(await integrate(request(root, two))).toEqual({ outcome: 'conflict', paths: ['hello.txt'] });
    expect(await commitOf(root, 'integration')).toBe(tip);
  });

  test('whose tests fail moves nothing', async () => {
    const root = await prepared();
    const commit = await done(root, 't1', 'a.txt', 'a');
    const seen: boolean[] = [];
    const failed = await integrate(request(root, commit, { test: async (folder) => seen.push(existsSync(join(folder, 'a.txt'))) === 0 }));
    expect([failed.outcome, seen]).toEqual(['tests_failed', [true]]);
    expect(await commitOf(root, 'integration')).toBe(head(root));
  });

  test('where the person stands on the branch takes a clean checkout along, and waits for a dirty one', async () => {
    const root = await prepared();
    const commit = await done(root, 't1', 'a.txt', 'a');
    plainGit(root, 'switch', '--quiet', 'integration');
    writeFileSync(join(root, 'hello.txt'), 'mine\n');
    expect(await integrate(request(root, commit))).toMatchObject({ outcome: 'waits' });
    plainGit(root, 'checkout', '--quiet', '.');
    expect(await integrate(request(root, commit))).toMatchObject({ outcome: 'merged' });
    expect([readFileSync(join(root, 'a.txt'), 'utf8'), plainGit(root, 'status', '--porcelain')]).toEqual(['a', '']);
  });

  test('does not move a branch that another one moved meanwhile', async () => {
    const root = await prepared();
    const [one, two] = [await done(root, 't1', 'a.txt', 'a'), await done(root, 't2', 'b.txt', 'b')];
    const other = async () => void (await gitOutput(root, ['update-ref', 'refs/heads/integration', two]));
    await expect(integrate(request(root, one, { intend: other }))).rejects.toMatchObject({ code: 'git_failed' });
    expect(await commitOf(root, 'integration')).toBe(two);
  });
});
