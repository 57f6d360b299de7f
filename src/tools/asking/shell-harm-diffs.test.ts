import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { EffectFacts } from '../../laws/asked-effects.ts';
import type { Ask } from '../../laws/law1-harm.ts';
import type { ShellOutcome } from './shell-harm.ts';
import { shellHarm } from './shell-harm.ts';

const ask: Ask = { verdict: 'ask', about: 'effects', because: 'effect', reason: 'it exists' };
const facts: Omit<EffectFacts, 'path'> = {
  ...{ change: 'changed', ruled: { decision: 'none' }, isRefused: false, speaksFor: undefined },
  ...{ isFolder: false, isLink: false, lendsRights: false, isOwn: false, isNote: false, isOfNewPython: false },
};

/** The diff of a question about a file: its old content, the new content that was judged, and what is staged for it now. */
async function diffShown(old: string, judged: string, staged = judged): Promise<string | undefined> {
  const folder = scratch();
  const [path, from] = [join(folder, 'x'), join(folder, 'staged')];
  writeFileSync(path, old);
  writeFileSync(from, staged);
  const entry = (text: string) =>
    ({ kind: 'file', mode: 0o644, uid: 1, gid: 1, size: text.length, mtime_ms: 1, hash: hash('sha256', text) }) as const;
  const made = { path, before: entry(old), after: entry(judged), from, stamp: 's' };
  const places = { cwd: '/elsewhere', workspace: '/w', home: '/h', dataFolder: '/d', pathFolders: [], linked: [], freed: [] };
  const outcome = {
    effects: [{ ...facts, path, made }],
    places,
    exitCode: 0,
    lost: 0,
    approved: undefined,
    hash: '',
  } as unknown as ShellOutcome; // only the fields that a diff needs
  const asked = { command: 'x', cwd: folder, workspace: '/w', home: '/h', rule: undefined };
  return (await shellHarm(asked, ask, outcome)).effects[0]?.diff;
}

test('the lines that change are shown', async () => {
  expect(await diffShown('one\n', 'two\n')).toMatch(/-one\n\+two/);
});

test.each([
  ['what is too long to be shown', 'one\n', 'x'.repeat(300_000), undefined],
  ['what is not what was judged', 'one\n', 'two\n', 'six\n'],
])('%s is not told as if lines were only removed', async (_, old, judged, staged) => {
  expect(await diffShown(old, judged, staged)).toBe(`(${old.length} bytes become ${judged.length}; not shown line by line)`);
});
