import { expect, test } from 'vitest';
import { isPlainGitConfig } from './git-config.ts';

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
