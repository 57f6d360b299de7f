import { describe, expect, test } from 'vitest';
import { type EffectFacts, isAlwaysAsked, isNear, whyAsked } from './asked-effects.ts';

const places = {
  home: '/home/a',
  cwd: '/home/a/project',
  workspace: '/home/a/ws',
  pathFolders: ['/opt/bin', '/home/a/ws/venv/bin'],
  dataFolder: '/home/a/.artoo',
  linked: [
    { path: '/home/a/.bashrc', real: '/home/a/dot/bashrc' },
    { path: '/home/a/.config', real: '/home/a/ws/config' },
    { path: '/home/a/.local', real: '/data/local' },
  ],
  freed: ['/home/a/.cache/pip'],
};
const effect = (path: string, change: EffectFacts['change'], more: Partial<EffectFacts> = {}): EffectFacts => ({
  ...{ path, change, ruled: { decision: 'none' }, isRefused: false },
  ...{ isFolder: false, isLink: false, speaksFor: undefined, lendsRights: false, isOwn: false, isNote: false },
  isOfNewPython: false,
  ...more,
});

const given = (ruled: EffectFacts['ruled'] = { decision: 'none' }) => ({ path: '/home/a/project/link/x', isLink: false, ruled });

describe('what is free', () => {
  test.each<[string, EffectFacts]>([
    ['creating in the current folder', effect('/home/a/project/new', 'created')],
    ['a folder on the way to the workspace', effect('/home/a/ws', 'created', { isFolder: true })],
    ['a folder on the way to a freed one', effect('/home/a/.cache', 'created', { isFolder: true })],
    ["npm's empty cache", effect('/home/a/.npm', 'created', { isFolder: true })],
    ['changing in a freed folder', effect('/home/a/.cache/pip/x', 'changed')],
    ['what changes the meaning of a file in a freed folder', effect('/home/a/.cache/pip/d-wal', 'created', { speaksFor: 'd' })],
    ['what a new Python environment runs', effect('/home/a/project/v/site-packages/x.pth', 'created', { isOfNewPython: true })],
    ['deleting a program on the PATH in the workspace', effect('/home/a/ws/venv/bin/x', 'deleted')],
    ['creating an ordinary hidden file', effect('/home/a/project/.prettierrc', 'created')],
    ['anything in the workspace', effect('/home/a/ws/x', 'deleted')],
    ['changing a file in the workspace', effect('/home/a/ws/.env', 'changed')],
    ['changing what is its own', effect('/home/a/project/x', 'changed', { isOwn: true })],
    ['deleting what is its own', effect('/home/a/project/x', 'deleted', { isOwn: true })],
    ['what a program notes for itself', effect('/home/a/project/.git/index', 'changed', { isNote: true })],
    ['a folder where a file would be sensitive', effect('/home/a/project/.git/hooks', 'created', { isFolder: true })],
    ['deleting its own configuration of artoo', effect('/home/a/ws/.artoo/config.yaml', 'deleted', { isOwn: true })],
    ['deleting a hook of the workspace', effect('/home/a/ws/.git/hooks/pre-commit', 'deleted')],
    ['below a symlink', effect('/home/a/ws/x', 'changed', { given: given() })],
  ])('%s', (_, free) => {
    expect(whyAsked(free, places)).toBeUndefined();
  });
});

test('a link is asked about with what is where it leads', () => {
  const link = { path: '/home/a/project/link', isLink: true, ruled: { decision: 'none' as const } };
  const through = (path: string) => whyAsked(effect(path, 'changed', { given: link }), places);
  expect(through('/home/a/.profile')).toBe(
    '/home/a/project/link is a symlink to /home/a/.profile, and there: the shell runs it at startup',
  );
  expect(through('/home/a/x')).toBe('/home/a/project/link is a symlink to /home/a/x');
});

describe('what is asked about', () => {
  test.each<[string, EffectFacts]>([
    ['deleting what configures artoo in the workspace', effect('/home/a/ws/.artoo/config.yaml', 'deleted')],
    ['deleting what configures another agent in the workspace', effect('/home/a/ws/.claude/settings.json', 'deleted')],
    ['changing what existed', effect('/home/a/project/x', 'changed')],
    ['deleting what existed', effect('/home/a/project/x', 'deleted')],
    ['permissions of what existed', effect('/home/a/project/x', 'metadata')],
    ['the workspace itself', effect('/home/a/ws', 'metadata')],
    ['a place that only starts like the workspace', effect('/home/a/ws2/x', 'changed')],
    ["what is in npm's cache", effect('/home/a/.npm/_cacache/x', 'created')],
    ["a folder in npm's cache", effect('/home/a/.npm/_cacache', 'created', { isFolder: true })],
    ["a file in place of npm's cache", effect('/home/a/.npm', 'created')],
    ["a link in place of npm's cache", effect('/home/a/.npm', 'created', { isLink: true })],
    ["a folder named like npm's cache elsewhere", effect('/home/b/.npm', 'created', { isFolder: true })],
    ['a hook', effect('/home/a/project/.git/hooks/pre-commit', 'created')],
    ['a hook of the workspace, even if it is its own', effect('/home/a/ws/.git/hooks/pre-commit', 'changed', { isOwn: true })],
    ["artoo's configuration in the workspace", effect('/home/a/ws/.artoo/config.yaml', 'created')],
    ["artoo's data", effect('/home/a/.artoo/config.yaml', 'created')],
    ['where programs are looked for', effect('/opt/bin/ls', 'created')],
    ['a part of the system', effect('/etc/cron.d/x', 'created')],
    ['creating in home', effect('/home/a/docs/new', 'created')],
    ['creating a folder in home', effect('/home/a/docs', 'created', { isFolder: true })],
    ['a Python environment elsewhere', effect('/home/a/v/site-packages/x.pth', 'created', { isOfNewPython: true })],
    ['a link in place of the workspace', effect('/home/a/ws', 'created', { isLink: true })],
    ['a link in place of a freed folder', effect('/home/a/.cache/pip', 'created', { isLink: true })],
    ['a link on the way to a freed folder', effect('/home/a/.cache', 'created', { isLink: true })],
    ['a place that only starts like a freed folder', effect('/home/a/.cache/pip2/x', 'created')],
    ['a freed folder itself', effect('/home/a/.cache/pip', 'deleted', { isFolder: true })],
    ['deleting what configures agents in a freed folder', effect('/home/a/.cache/pip/.claude/x', 'deleted')],
    ['what runs on entering a freed folder', effect('/home/a/.cache/pip/.envrc', 'created')],
    ['what was refused in a freed folder', effect('/home/a/.cache/pip/x', 'changed', { isRefused: true })],
    ['what acts later', effect('/home/a/project/hooks/x', 'created', { actsLater: 'git runs it' })],
    ['what Python runs at startup, in the workspace', effect('/home/a/ws/v/site-packages/x.pth', 'created')],
    ['what acts later, in the workspace', effect('/home/a/ws/v/bin/ls', 'created', { actsLater: 'it is found first' })],
    ['what acts later, in a freed folder', effect('/home/a/.cache/pip/x', 'created', { actsLater: 'git runs it' })],
    ['a link above a sensitive place', effect('/home/a/.config', 'created', { isLink: true })],
    ['a sensitive place by a link', effect('/home/a/dot/bashrc', 'created')],
    ['a sensitive place by a link into the workspace', effect('/home/a/ws/config/autostart/x', 'created')],
    [
      'what lends its rights, though its name is that of a note',
      effect('/home/a/x.git/index', 'changed', { lendsRights: true, isNote: true }),
    ],
    [
      'what acts by its content, even in the workspace',
      effect('/home/a/ws/.git/objects/pack/x.pack', 'created', { actsLater: 'git acts on it' }),
    ],
    ['what lends its rights, even in the workspace', effect('/home/a/ws/x', 'created', { lendsRights: true })],
    ['what makes something else mean something else', effect('/home/a/d.db-wal', 'created', { speaksFor: '/home/a/d.db' })],
    ['what a rule says to ask about', effect('/home/a/ws/x', 'created', { ruled: { decision: 'ask' } })],
    ['what a rule says to ask about by the path that was given', effect('/home/a/ws/x', 'created', { given: given({ decision: 'ask' }) })],
    ['what was refused before', effect('/home/a/ws/x', 'created', { isRefused: true })],
    ['through a symlink', effect('/home/a/ws/x', 'changed', { given: { ...given(), isLink: true } })],
  ])('%s', (_, asked) => {
    expect(whyAsked(asked, places)).toMatch(/\S/);
  });
});

test.each([
  ['/home/a', '/home/a/new'],
  ['/home/a/.dotfiles', '/home/a/.dotfiles/new'],
  ['/home/a/.config/app/deep', '/home/a/.config/app/deep/new'],
  ['/home', '/home/b/new'],
  ['/', '/data/new'],
  ['/etc', '/etc/new'],
  ['/var/www', '/var/www/new'],
  ['/opt/app', '/opt/app/new'],
  ['/root', '/root/new'],
  ['/home/bob', '/home/bob/new'],
  ['/home/bob/.x', '/home/bob/.x/new'],
  ['/home/a', '/home/a/.cache/new'],
  ['/data/local/share', '/data/local/share/new'], // the real path of ~/.local
])('in %s nothing is free', (cwd, path) => {
  expect(whyAsked(effect(path, 'created'), { ...places, cwd })).toMatch(/\S/);
  expect(isNear(effect(path, 'created'), { ...places, cwd })).toBe(false);
});

test.each([['/tmp/x'], ['/var/tmp/x'], ['/mnt/work'], ['/app'], ['/home/a/project/.worktrees/x'], ['/home/bob/project']])(
  'in %s creating is free',
  (cwd) => {
    expect(whyAsked(effect(`${cwd}/new`, 'created'), { ...places, cwd })).toBeUndefined();
  },
);

test('in a folder around the home, only the home is asked about', () => {
  const at = { ...places, home: '/mnt/a/home', cwd: '/mnt/a' };
  expect(whyAsked(effect('/mnt/a/new', 'created'), at)).toBeUndefined();
  for (const name of ['new', '.cache/new', 'docs/new']) expect(whyAsked(effect(`/mnt/a/home/${name}`, 'created'), at)).toMatch(/home/);
});

test.each(['/home/a/project/ws', '/home/a/project'])('a link at %s would make another folder the workspace', (path) => {
  const at = { ...places, workspace: '/home/a/project/ws/deep' };
  for (const isOwn of [false, true]) expect(whyAsked(effect(path, 'created', { isLink: true, isOwn }), at)).toContain('workspace');
  expect(whyAsked(effect('/home/a/project/ws/deep/x', 'created', { isLink: true }), at)).toBeUndefined();
});

test('in a workspace around the home, places that are sensitive in a home stay sensitive', () => {
  expect(whyAsked(effect('/home/a/.profile', 'created'), { ...places, workspace: '/home' })).toMatch(/\S/);
  expect(whyAsked(effect('/home/a/notes.txt', 'changed'), { ...places, workspace: '/home' })).toBeUndefined();
});

test.each<[string, EffectFacts, boolean]>([
  ['a changed file', effect('/home/a/project/x', 'changed'), false],
  ['changed permissions', effect('/home/a/project/x', 'metadata'), false],
  ['what makes something else mean something else', effect('/home/a/d.db-wal', 'created', { speaksFor: '/home/a/d.db' }), false],
  ['a deleted hook', effect('/home/a/project/.git/hooks/pre-commit', 'deleted'), false],
  ['a changed hook', effect('/home/a/project/.git/hooks/pre-commit', 'changed'), true],
  ['a hook that is its own', effect('/home/a/project/.git/hooks/pre-commit', 'changed', { isOwn: true }), true],
  ['a part of the system', effect('/etc/hosts', 'changed'), true],
  ['what acts by its content', effect('/home/a/project/.git/main', 'created', { actsLater: 'git acts on it' }), true],
  ['what acted and is deleted', effect('/home/a/project/.git/main', 'deleted', { actsLater: 'git acts on it' }), false],
  ['what lends its rights', effect('/home/a/project/x', 'metadata', { lendsRights: true }), true],
  ['what lent its rights and is deleted', effect('/home/a/project/x', 'deleted', { lendsRights: true }), false],
])('%s is asked about even if a rule allows the line: %s', (_, some, expected) => {
  expect(isAlwaysAsked(some, places)).toBe(expected);
});
