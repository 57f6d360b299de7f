import { describe, expect, test } from 'vitest';
import { type Outcome, whyAsked } from './asked-effects.ts';
import { isPlainGitConfig } from './places/git-config.ts';

const judging = {
  home: '/home/a',
  cwd: '/home/a/project',
  workspace: '/home/a/ws',
  pathFolders: ['/opt/bin'],
  dataFolder: '/home/a/.artoo',
  linked: [
    { path: '/home/a/.bashrc', real: '/home/a/dot/bashrc' },
    { path: '/home/a/.config', real: '/home/a/ws/config' },
  ],
};
const outcome = (path: string, change: Outcome['change'], more: Partial<Outcome> = {}): Outcome => ({
  ...{ path, change, isFolder: false, isLink: false, speaksFor: undefined, lendsRights: false, isOwn: false, isNote: false },
  ...more,
});

describe('what is free', () => {
  test.each<[string, Outcome]>([
    ['creating in the current folder', outcome('/home/a/project/new', 'created')],
    ['creating in home', outcome('/home/a/docs/new', 'created')],
    ['creating an ordinary hidden file', outcome('/home/a/project/.prettierrc', 'created')],
    ['anything in the workspace', outcome('/home/a/ws/x', 'deleted')],
    ['changing a file in the workspace', outcome('/home/a/ws/.env', 'changed')],
    ['changing what is its own', outcome('/home/a/project/x', 'changed', { isOwn: true })],
    ['deleting what is its own', outcome('/home/a/project/x', 'deleted', { isOwn: true })],
    ['new times', outcome('/etc/passwd', 'touched')],
    ['what a program notes for itself', outcome('/home/a/project/.git/index', 'changed', { isNote: true })],
    ['a folder where a file would be sensitive', outcome('/home/a/project/.git/hooks', 'created', { isFolder: true })],
    ['deleting a hook of the workspace', outcome('/home/a/ws/.git/hooks/pre-commit', 'deleted')],
  ])('%s', (_, free) => {
    expect(whyAsked(free, judging)).toBeUndefined();
  });
});

describe('what is asked about', () => {
  test.each<[string, Outcome]>([
    ['changing what existed', outcome('/home/a/project/x', 'changed')],
    ['deleting what existed', outcome('/home/a/project/x', 'deleted')],
    ['permissions of what existed', outcome('/home/a/project/x', 'metadata')],
    ['the workspace itself', outcome('/home/a/ws', 'metadata')],
    ['a place that only starts like the workspace', outcome('/home/a/ws2/x', 'changed')],
    ['a hook', outcome('/home/a/project/.git/hooks/pre-commit', 'created')],
    ['a hook of the workspace, even if it is its own', outcome('/home/a/ws/.git/hooks/pre-commit', 'changed', { isOwn: true })],
    ["artoo's configuration in the workspace", outcome('/home/a/ws/.artoo/config.yaml', 'created')],
    ["artoo's data", outcome('/home/a/.artoo/config.yaml', 'created')],
    ['where programs are looked for', outcome('/opt/bin/ls', 'created')],
    ['a part of the system', outcome('/etc/cron.d/x', 'created')],
    ['a link above a sensitive place', outcome('/home/a/.config', 'created', { isLink: true })],
    ['a sensitive place by a link', outcome('/home/a/dot/bashrc', 'created')],
    ['a sensitive place by a link into the workspace', outcome('/home/a/ws/config/autostart/x', 'created')],
    [
      'what lends its rights, though its name is that of a note',
      outcome('/home/a/x.git/index', 'changed', { lendsRights: true, isNote: true }),
    ],
    ['what lends its rights, even in the workspace', outcome('/home/a/ws/x', 'created', { lendsRights: true })],
    ['what makes something else mean something else', outcome('/home/a/d.db-wal', 'created', { speaksFor: '/home/a/d.db' })],
  ])('%s', (_, asked) => {
    expect(whyAsked(asked, judging)).toMatch(/\S/);
  });
});

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
