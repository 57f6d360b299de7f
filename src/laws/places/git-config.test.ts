import { expect, test } from 'vitest';
import { isHookName, isPlainGitConfig, runByGit } from './git-config.ts';

test.each<[string, boolean]>([
  ['[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n', true],
  [
    '[remote "origin"]\n\turl = https://example.org/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n',
    true,
  ],
  ['[user]\n\tname = A B\n', true],
  ['', true],
  ['[core]\n\tfsmonitor = ./evil\n', false],
  ['[core]\n\thooksPath = x\n', false],
  ['[alias]\n\tst = !evil\n', false],
  ['[remote "origin"]\n\turl = ext::sh -c evil\n', false],
  ['[include]\n\tpath = ~/evil\n', false],
  ['[core]\n\tbare = false \\\n fsmonitor = x\n', false],
  ['[core] fsmonitor = x\n', false],
  ['[core]\n\tbare = "false"\n', false],
  ['[diff "x"]\n\ttextconv = evil\n', false],
])('the configuration %j of a repository runs nothing: %s', (text, plain) => {
  expect(isPlainGitConfig(text)).toBe(plain);
});

const listed = (...entries: readonly (readonly [string, string])[]): string => entries.map(([key, value]) => `${key}\n${value}\0`).join('');

test.each<[string, string, readonly string[]]>([
  ['core.fsmonitor', './watch.sh', ['./watch.sh']],
  ['filter.a.b.clean', 'sh "tools/clean" %f', ['tools/clean']],
  ['diff.x.textconv', 'python3 show', ['show']],
  ['alias.go', '!./go "$@"', ['./go']],
  ['include.path', '../more', ['../more']],
  ['alias.last', 'log -1 ./x', []],
  ['init.defaultbranch', 'main', []],
  ['core.editor', 'vim', []],
  ['user.name', 'A. B.', []],
  ['branch.a.b.merge', 'refs/heads/a.b', []],
])('%s = %s names the files %j', (key, value, files) => {
  expect(runByGit(listed([key, value])).files).toEqual(files);
});

test('hooks are in folders', () => {
  const all = listed(['core.bare', 'false'], ['core.hookspath', '.hooks'], ['init.templatedir', '~/t'], ['core.hookspath', '']);
  expect(runByGit(`${all}core.odd\0`).folders).toEqual(['.hooks', '~/t']);
});

test.each([
  ['pre-commit', true],
  ['post-index-change', true],
  ['commit-msg', true],
  ['README.md', false],
  ['pre-commit.sample', false],
])('%s is the name of a hook: %s', (name, expected) => {
  expect(isHookName(name)).toBe(expected);
});
