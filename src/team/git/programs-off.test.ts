/** The team's git runs no program that a repository or an agent's files name. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git as personsGit } from '../../../test/support/repository.ts';
import { teamRepository } from '../../../test/team/team-repository.ts';
import { gitOutput } from './git.ts';
import { integrate, makeIntegrationBranch } from './integrate.ts';
import { checkOutBase, checkOutForReview, commitWork, makeWorktree, putAside, worktreeFacts } from './worktrees.ts';

const sections = (program: string): string => `
[filter "x=y"]
  clean = ${program}
  smudge = ${program}
  required = true
[filter "p"]
  process = ${program}
  required = true
[merge "x=y"]
  driver = ${program} && echo by the driver > %A
[diff "x=y"]
  command = ${program}
  textconv = ${program}
[diff]
  external = ${program}
  submodule = diff
[core]
  fsmonitor = ${program}
  sshCommand = ${program}
  editor = ${program}
  pager = ${program}
  askPass = ${program}
  alternateRefsCommand = ${program}
  hooksPath = ${program}.hooks
[gpg]
  program = ${program}
[gpg "ssh"]
  defaultKeyCommand = ${program}
[trailer "Liza-Task"]
  command = ${program}
[trailer "sign"]
  key = Signed
  cmd = ${program}
[hook "evil"]
  command = ${program}
  event = post-checkout
[credential]
  helper = ${program}
[commit]
  gpgSign = true
[merge]
  verifySignatures = true
  ff = only
[submodule]
  recurse = true
`;
const hooks = ['post-checkout', 'pre-commit', 'post-commit', 'commit-msg', 'prepare-commit-msg', 'post-merge', 'reference-transaction'];
const attributes = 'p.txt filter=p\n*.txt filter=x=y diff=x=y merge=x=y\n';

/** A repository whose every program writes a mark; `ran` lists those that ran. */
function hostile(): { readonly root: string; readonly config: string; readonly ran: () => string } {
  const root = teamRepository();
  writeFileSync(join(root, 'words.txt'), 'one\n\n\n\n\nfour\n');
  writeFileSync(join(root, '.gitattributes'), attributes);
  personsGit(root, 'add', '.');
  personsGit(root, 'commit', '-qm', 'words');
  const [mark, program] = [join(root, '.git/ran'), join(root, '.git/program')];
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${mark}\n`, { mode: 0o755 });
  for (const folder of [join(root, '.git/hooks'), `${program}.hooks`]) {
    mkdirSync(folder, { recursive: true });
    for (const hook of hooks) symlinkSync(program, join(folder, hook));
  }
  appendFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  return { root, config: sections(program), ran: () => (existsSync(mark) ? readFileSync(mark, 'utf8') : '') };
}

async function changed(root: string, task: string, text: string): Promise<string> {
  await makeWorktree(root, task, await gitOutput(root, ['rev-parse', 'HEAD']));
  writeFileSync(join(root, '.worktrees', task, 'words.txt'), text);
  writeFileSync(join(root, '.worktrees', task, 'p.txt'), 'through another filter\n');
  expect((await worktreeFacts(root, task)).isClean).toBe(false);
  return commitWork(root, task, 'coder-1', 'Change words');
}

const merged = (root: string, commit: string) =>
  integrate({ root, branch: 'integration', commit, message: 'merge', test: async () => true, intend: async () => {} });

test.each([
  ['the repository', (root: string, text: string) => appendFileSync(join(root, '.git/config'), text)],
  [
    'a file that it includes',
    (root: string, text: string) => {
      writeFileSync(join(root, '.git/more'), text);
      appendFileSync(join(root, '.git/config'), '[includeIf "gitdir:**"]\n  path = more\n');
    },
  ],
  [
    'a worktree',
    (root: string, text: string) => {
      appendFileSync(join(root, '.git/config'), '[core]\n  repositoryFormatVersion = 1\n[extensions]\n  worktreeConfig = true\n');
      writeFileSync(join(root, '.git/config.worktree'), text);
      for (const task of ['t1', 't2']) {
        mkdirSync(join(root, '.git/worktrees', task), { recursive: true });
        writeFileSync(join(root, '.git/worktrees', task, 'config.worktree'), text);
      }
    },
  ],
])('nothing runs that %s configures, and what is merged is merged by git itself', async (_, configure) => {
  const { root, config, ran } = hostile();
  await makeIntegrationBranch(root, 'integration');
  configure(root, config);
  const base = await gitOutput(root, ['rev-parse', 'HEAD']);
  const first = await changed(root, 't1', 'ONE\n\n\n\n\nfour\n');
  expect(await merged(root, first)).toEqual({ outcome: 'merged', commit: first });
  const second = await changed(root, 't2', 'one\n\n\n\n\nFOUR\n');
  const review = await checkOutForReview(root, 't2', second);
  expect(readFileSync(join(review, 'words.txt'), 'utf8')).toBe('one\n\n\n\n\nFOUR\n');
  await checkOutBase(root, 't2', base, second, ['words.txt']);
  expect(await merged(root, second)).toMatchObject({ outcome: 'merged' });
  expect(await gitOutput(root, ['cat-file', 'blob', 'integration:words.txt'])).toBe('ONE\n\n\n\n\nFOUR');
  const clash = await changed(root, 't3', 'Eins\n\n\n\n\nfour\n');
  expect(await merged(root, clash)).toEqual({ outcome: 'conflict', paths: ['words.txt'] });
  await putAside(root, 't2');
  expect(await gitOutput(root, ['log', '-1', '--format=%(trailers:only,unfold)', second])).toBe('Liza-Task: t2\nLiza-Agent: coder-1\n');
  expect(ran()).toBe('');
});

test.each([
  ['leads to a repository of the agent', (at: string) => writeFileSync(at, 'gitdir: evil\n')],
  ['is a folder', (at: string) => mkdirSync(at)],
  ['is a link', (at: string, evil: string) => symlinkSync(evil, at)],
  ['leads to another worktree', (at: string, evil: string) => writeFileSync(at, `gitdir: ${join(evil, '../../../.git/worktrees/t2')}\n`)],
  ['is gone', () => {}],
])('a worktree whose .git %s is not used', async (_, replace) => {
  const { root, config, ran } = hostile();
  const base = await gitOutput(root, ['rev-parse', 'HEAD']);
  for (const task of ['t1', 't2']) await makeWorktree(root, task, base);
  const [own, evil] = [join(root, '.worktrees/t1/.git'), join(root, '.worktrees/t1/evil')];
  personsGit(root, 'init', '-q', '--bare', evil);
  appendFileSync(join(evil, 'config'), config);
  rmSync(own);
  replace(own, evil);
  await expect(commitWork(root, 't1', 'coder-1', 'evil')).rejects.toMatchObject({ code: 'git_failed' });
  await expect(worktreeFacts(root, 't1')).rejects.toMatchObject({ code: 'git_failed' });
  expect(ran()).toBe('');
});
