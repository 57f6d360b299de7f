import { expect, test } from 'vitest';
import type { EffectFacts } from '../../laws/asked-effects.ts';
import type { Ask } from '../../laws/law1-harm.ts';
import type { ShellOutcome } from './shell-harm.ts';
import { shellHarm } from './shell-harm.ts';

const ask: Ask = { verdict: 'ask', about: 'effects', because: 'effect', reason: 'it was there before this task' };
const places = {
  cwd: '/home/a/p',
  workspace: '/home/a/ws',
  home: '/home/a',
  dataFolder: '/d',
  pathFolders: ['/opt/bin'],
  linked: [],
  freed: [],
};
const entry = { kind: 'file', mode: 0o644, uid: 1, gid: 1, size: 1, mtime_ms: 1, hash: 'h' } as const;

function effect(path: string, change: EffectFacts['change'], more: Partial<EffectFacts> = {}): ShellOutcome['effects'][number] {
  const made = {
    path,
    before: change === 'created' ? null : entry,
    after: change === 'deleted' ? null : { ...entry, hash: path },
    from: path,
    stamp: 's',
  };
  return {
    ...{ path, change, made, ruled: { decision: 'none' }, isRefused: false, speaksFor: undefined },
    ...{ isFolder: false, isLink: false, lendsRights: false, isOwn: false, isNote: false, isOfNewPython: false },
    ...more,
  } as ShellOutcome['effects'][number]; // only the fields that a reason needs
}

const reasonFor = async (effects: ShellOutcome['effects'], verdict: Ask = ask): Promise<string> => {
  const outcome = { effects, places, exitCode: 0, lost: 0, approved: undefined, hash: '' } as unknown as ShellOutcome; // the same
  const asked = { command: 'x', cwd: places.cwd, workspace: places.workspace, home: places.home, rule: undefined };
  return (await shellHarm(asked, verdict, outcome)).reason;
};

const noRule = 'no rule can allow a command to do that, so you are asked each time';
const many = (folder: string) => [1, 2, 3].map((at) => effect(`${folder}/${at}`, 'created'));

test.each<[string, ShellOutcome['effects'], string]>([
  ['a change that says it all', [effect('/home/a/p/x', 'changed')], 'it would change 1 file'],
  ['a deletion', [effect('/home/a/p/x', 'deleted')], 'it would delete 1 file'],
  [
    'what the shell runs',
    [effect('/home/a/.profile', 'changed')],
    `it would change 1 file; ~/.profile: the shell runs it at startup; ${noRule}`,
  ],
  [
    'what acts, among much that only changes',
    [effect('/home/a/p/x', 'changed'), effect('/home/a/p/y', 'deleted'), effect('/home/a/p/.git/hooks/pre-commit', 'created')],
    `it would delete 1 file and change 1 and create 1; .git/hooks/pre-commit: it decides what git runs; ${noRule}`,
  ],
  [
    'several that act, for different reasons',
    [effect('/home/a/.ssh/config', 'changed'), effect('/opt/bin/ls', 'created'), effect('/home/a/p/.envrc', 'created')],
    `it would change 1 file and create 2; ~/.ssh/config: it decides who may log in, and where; /opt/bin/ls: it is in a folder that is searched for programs; 1 more reason; ${noRule}`,
  ],
  [
    'what would run with the rights of another',
    [effect('/home/a/p/x', 'changed', { lendsRights: true })],
    `it would change 1 file; x: it would run with the rights of its owner; ${noRule}`,
  ],
  [
    'what would run in place of another program',
    [effect('/home/a/p/ls', 'created', { actsLater: 'it would run in place of /bin/ls' })],
    `it would create 1 file; ls: it would run in place of /bin/ls; ${noRule}`,
  ],
  [
    'what changes the meaning of another file',
    [effect('/home/a/p/d-wal', 'created', { speaksFor: 'd' })],
    'it would create 1 file; d-wal: it changes what d means',
  ],
  [
    'many files in a foreign place, for one reason',
    many('/home/a/other'),
    'it would create 3 files; ~/other/1 and 2 more: it is outside the current folder and the workspace',
  ],
  ['what was refused before', [effect('/home/a/p/x', 'created', { isRefused: true })], 'it would create 1 file; x: it was refused before'],
  [
    'what a rule asks about',
    [effect('/home/a/p/x', 'created', { ruled: { decision: 'ask', rule: 'write(x)' } })],
    'it would create 1 file; x: the rule write(x) says to ask',
  ],
])('the reason names the gravest of it: %s', async (_, effects, expected) => {
  expect(await reasonFor(effects)).toBe(expected);
});

test('a rule that asks about the line does not hide what the change does', async () => {
  const verdict: Ask = { ...ask, because: 'rule', reason: 'the rule shell(tee*) says to ask' };
  const reason = await reasonFor([effect('/home/a/.profile', 'changed')], verdict);
  expect(reason).toMatch(/^it would change 1 file; ~\/\.profile: the shell runs it at startup; .*; the rule shell\(tee\*\) says to ask$/);
});
