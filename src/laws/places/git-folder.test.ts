import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { type GitFile, gitFileAt, isGitSubfolder } from './git-folder.ts';

const id = '0123456789abcdef0123456789abcdef01234567';

test.each<[string, GitFile]>([
  [`objects/01/${id.slice(2)}`, { is: 'object', id }],
  [`objects/pack/pack-${id}.idx`, { is: 'pack', pack: `objects/pack/pack-${id}` }],
  [`lfs/objects/ab/cd/abcd${'0'.repeat(60)}`, { is: 'large file', id: `abcd${'0'.repeat(60)}` }],
  ['index', { is: 'index' }],
  ['logs/refs/heads/a/b', { is: 'log', of: 'refs/heads/a/b' }],
  ['worktrees/w/logs/HEAD', { is: 'log', of: 'worktrees/w/HEAD' }],
  ['refs/heads/a/b', { is: 'ref', name: 'refs/heads/a/b' }],
  ['refs/stash', { is: 'ref', name: 'refs/stash' }],
])('%s is %j', (path, file) => {
  expect(gitFileAt(path)).toEqual(file);
});

test.each<[GitFile['is'], readonly string[]]>([
  ['text', ['COMMIT_EDITMSG', 'MERGE_MSG', 'worktrees/w/COMMIT_EDITMSG']],
  ['ids', ['ORIG_HEAD', 'FETCH_HEAD', 'worktrees/w/ORIG_HEAD']],
  ['config', ['config']],
  ['sample hook', ['hooks/pre-commit.sample']],
  ['head', ['HEAD', 'worktrees/w/HEAD']],
  ['todo', ['rebase-merge/git-rebase-todo', 'sequencer/todo', 'worktrees/w/rebase-merge/git-rebase-todo']],
  ['state', ['packed-refs', 'shallow', 'info/exclude', 'MERGE_HEAD', 'refs/replace/x', 'rebase-merge/onto', 'objects/info/commit-graph']],
  [
    'acting',
    [
      ...['main', 'x/y', 'hooks/pre-commit', 'hooks/x/pre-commit.sample', 'config.worktree', 'commondir', 'gitdir', 'info/attributes'],
      ...['objects/info/alternates', 'objects/ab/x', `objects/pack/${id}.pack`, 'remotes/origin', 'branches/origin', 'modules/a/config'],
      ...['index.lock', 'refs/heads/a.lock', 'Config', 'INDEX', 'HOOKS/x.sample', 'refs/heads/.git/x', '.git', '', 'logs', 'logs/x'],
      ...['worktrees/w/config', 'worktrees/w/config.worktree', 'worktrees/w/objects/ab/x', 'worktrees/w/refs/heads/x', 'worktrees/w'],
    ],
  ],
])('%s: %j', (is, paths) => {
  expect(paths.map((path) => [path, gitFileAt(path).is])).toEqual(paths.map((path) => [path, is]));
});

test.each([
  ['objects/ab', true],
  ['objects/pack', true],
  ['refs/heads/team', true],
  ['logs/refs/heads', true],
  ['refs/heads/.git', false],
  ['modules', true],
  ['modules/sub', false],
  ['worktrees', true],
  ['lfs/tmp', true],
  ['rebase-merge', false],
  ['hooks', false],
  ['x', false],
])('git makes a folder %s while it works: %s', (path, expected) => {
  expect(isGitSubfolder(path)).toBe(expected);
});

test('a file in a folder that is unknown to git counts as acting, whatever its name', () => {
  const name = fc.oneof(
    fc.constantFrom('refs', 'heads', 'objects', 'HEAD', 'index', 'logs'),
    fc.string({ unit: anyCharacter, minLength: 1 }),
  );
  fc.assert(fc.property(fc.array(name, { minLength: 1 }), (names) => void expect(gitFileAt(`x${names.join('/')}`).is).toBe('acting')));
});
