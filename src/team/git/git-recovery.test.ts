/** What a killed git, a full disk and submodules leave behind, and how it is handled. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git as personsGit } from '../../../test/support/repository.ts';
import { teamRepository } from '../../../test/team/team-repository.ts';
import { commitOf, gitOutput } from './git.ts';
import { integrate, makeIntegrationBranch } from './integrate.ts';
import { checkOutForReview, commitWork, makeWorktree, putAside, removeWorktrees, worktreeFacts } from './worktrees.ts';

function repository(): { readonly root: string; readonly base: string } {
  const root = teamRepository();
  appendFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  return { root, base: personsGit(root, 'rev-parse', 'HEAD').trim() };
}
const merged = (root: string, commit: string) =>
  integrate({ root, branch: 'integration', commit, message: 'merge', test: async () => true, intend: async () => {} });

function leaveLock(root: string, name: string): string {
  const path = join(root, '.git', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, 1_000, 1_000);
  return path;
}

test.each([
  'worktrees/t1/index.lock',
  'worktrees/t1/HEAD.lock',
  'refs/heads/task/t1.lock',
  'refs/heads/integration.lock',
  'packed-refs.lock',
])('a stale %s is removed, and the work continues', async (name) => {
  const { root, base } = repository();
  await makeIntegrationBranch(root, 'integration');
  await makeWorktree(root, 't1', base);
  writeFileSync(join(root, '.worktrees/t1/a.txt'), 'a\n');
  const lock = leaveLock(root, name);
  const commit = await commitWork(root, 't1', 'coder-1', 'Add a');
  expect(await merged(root, commit)).toEqual({ outcome: 'merged', commit });
  await removeWorktrees(root, 't1');
  expect([await commitOf(root, 'task/t1'), existsSync(lock)]).toEqual([undefined, false]);
});

test('worktrees are made, listed and removed at the same time, and no git reads what another has half written', async () => {
  const { root, base } = repository();
  mkdirSync(join(root, '.liza'));
  const names = Array.from({ length: 4 }, (_, at) => `t${at}`);
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(names.map((name) => makeWorktree(root, name, base)));
    await Promise.all(names.map((name) => (Number(name[1]) % 2 ? putAside(root, name) : removeWorktrees(root, name))));
  }
  await Promise.all(names.map((name) => removeWorktrees(root, name)));
  expect(readdirSync(join(root, '.worktrees'))).toEqual([]);
}, 60_000);

test('the lock of the person’s own index stays, and what git says is reported', async () => {
  const { root } = repository();
  const lock = leaveLock(root, 'index.lock');
  await expect(gitOutput(root, ['add', '--all'])).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('index.lock'),
  });
  expect(existsSync(lock)).toBe(true);
});

test('a worktree that git was killed in while it made it is made again', async () => {
  const { root, base } = repository();
  await makeWorktree(root, 't1', base);
  const folder = await checkOutForReview(root, 't1', base);
  for (const half of [join(root, '.worktrees/t1'), folder]) {
    const kept = personsGit(half, 'rev-parse', '--absolute-git-dir').trim();
    rmSync(join(half, 'package.json'));
    rmSync(join(kept, 'index'));
    writeFileSync(join(kept, 'locked'), 'initializing');
  }
  rmSync(folder, { recursive: true });
  await makeWorktree(root, 't1', base);
  expect(await worktreeFacts(root, 't1')).toMatchObject({ isClean: true, branch: 'task/t1' });
  expect(existsSync(join(await checkOutForReview(root, 't1', base), 'package.json'))).toBe(true);
});

test('a repository with submodules: work is put aside, merged and removed as elsewhere', async () => {
  const { root } = repository();
  personsGit(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', teamRepository(), 'sub');
  personsGit(root, 'commit', '-qm', 'submodule');
  const base = personsGit(root, 'rev-parse', 'HEAD').trim();
  await makeIntegrationBranch(root, 'integration');
  await makeWorktree(root, 't1', base);
  writeFileSync(join(root, '.worktrees/t1/a.txt'), 'a\n');
  const tip = await commitWork(root, 't1', 'coder-1', 'Add a');
  expect(await putAside(root, 't1')).toBe(tip);
  await makeWorktree(root, 't1', base);
  writeFileSync(join(root, '.worktrees/t1/b.txt'), 'b\n');
  expect(await merged(root, await commitWork(root, 't1', 'coder-2', 'Add b'))).toMatchObject({ outcome: 'merged' });
  expect(await gitOutput(root, ['ls-tree', 'integration', 'sub'])).toBe(await gitOutput(root, ['ls-tree', base, 'sub']));
  await removeWorktrees(root, 't1');
  expect([readdirSync(join(root, '.worktrees')), await gitOutput(root, ['branch', '--format=%(refname:short)'])]).toEqual([
    [],
    'integration\nmain',
  ]);
});

const canMount = (): boolean => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
};

test.runIf(canMount())(
  'a full disk in the middle of a merge is not a conflict: nothing moves, and it is merged once there is space',
  async () => {
    const { root } = repository();
    await makeIntegrationBranch(root, 'integration');
    writeFileSync(join(root, 'large.txt'), 'x\n'.repeat(500_000));
    personsGit(root, 'checkout', '-qb', 'work');
    personsGit(root, 'add', '.');
    personsGit(root, 'commit', '-qm', 'large');
    const commit = personsGit(root, 'rev-parse', 'HEAD').trim();
    personsGit(root, 'checkout', '-q', 'main');
    const before = await commitOf(root, 'integration');
    const small = join(root, '.worktrees');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'none', small]);
    let isMounted = true;
    const unmount = () => {
      if (isMounted) execFileSync('umount', [small]);
      isMounted = false;
    };
    onTestFinished(unmount);
    await expect(merged(root, commit)).rejects.toMatchObject({ code: 'git_failed', message: expect.stringContaining('unable to write') });
    expect(await commitOf(root, 'integration')).toBe(before);
    unmount();
    expect(await merged(root, commit)).toEqual({ outcome: 'merged', commit });
  },
);
