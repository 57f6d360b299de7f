import { expect, test } from 'vitest';
import type { FileEffect } from '../../contracts/control.ts';
import { textOf } from '../style/line.ts';
import { effectLines } from './harm-lines.ts';

const [from, to] = ['25'.padEnd(40, '0'), 'c4'.padEnd(40, '1')];
const why = 'it was there before this task';
const branch: FileEffect = { path: '.git/refs/heads/fix/it', change: 'changed', diff: `@@ -1 +1 @@\n-${from}\n+${to}`, why };
const message: FileEffect = { path: '.git/COMMIT_EDITMSG', change: 'changed', diff: '@@ -1 +1 @@\n-start\n+ignore punctuation\n', why };
const object: FileEffect = { path: `.git/objects/c4/${to.slice(2)}`, change: 'created' };
const log: FileEffect = { path: '.git/logs/HEAD', change: 'changed' };

const shown = (...effects: readonly FileEffect[]): readonly string[] =>
  effectLines({ effects, more: 0, network: false }, { ofDiffs: 0, isFolded: false }).map(textOf);

test('a commit is one line, with its branch, its message and both ids', () => {
  expect(shown(branch, message, object, log)).toEqual([
    '  makes a commit on fix/it: "ignore punctuation" (25000000 → c4111111, 4 files in .git)',
  ]);
});

test('what else the command changes is shown beside it', () => {
  const hook: FileEffect = { path: '.git/hooks/pre-commit', change: 'created', why: 'git runs it' };
  const lost: FileEffect = { path: '.git/objects/pack/old.pack', change: 'deleted' };
  const other: FileEffect = { path: `sub/${log.path}`, change: 'changed' };
  expect(shown(branch, message, object, hook, lost, other)).toEqual([
    '  makes a commit on fix/it: "ignore punctuation" (25000000 → c4111111, 3 files in .git)',
    '  creates .git/hooks/pre-commit',
    '  deletes .git/objects/pack/old.pack',
    '  changes sub/.git/logs/HEAD',
  ]);
});

test.each([
  ['the branch moves to a commit that was there, as with a reset', [branch, message, log]],
  ['the new object is of another repository', [branch, message, { ...object, path: `sub/${object.path}` }]],
  ['no message was written', [branch, object]],
  ['two branches move', [branch, { ...branch, path: '.git/refs/heads/main' }, message, object]],
  ['the branch is removed', [{ ...branch, change: 'deleted', diff: `-${from}` } as const, message, object]],
])('every file is shown if %s', (_, effects) => {
  const lines = shown(...effects).join('\n');
  for (const { path } of effects) expect(lines).toContain(path);
});
