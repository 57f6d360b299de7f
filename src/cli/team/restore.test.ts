import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';

const journalOf = (root: string): string => join(root, '.liza/journal.jsonl');
const stateOf = (root: string): string => join(root, '.liza/state.yaml');
const linesOf = (root: string): readonly string[] => readFileSync(journalOf(root), 'utf8').trimEnd().split('\n');
const withLines = (change: (lines: readonly string[]) => readonly string[]) => (root: string) =>
  writeFileSync(journalOf(root), `${change(linesOf(root)).join('\n')}\n`);
const nonsense = (root: string): void => writeFileSync(stateOf(root), 'version: [');

/** A team with three notes. */
async function noted(): Promise<string> {
  const root = await repositoryWithTeam();
  for (const text of ['one', 'two', 'three']) await runTeam(root, ['note', text]);
  return root;
}

const damagedMiddle = withLines((lines) => lines.with(2, 'garbage'));
const damagedEnd = withLines((lines) => lines.with(-1, 'garbage'));
const lostLine = withLines((lines) => lines.toSpliced(1, 1));
const gone = (root: string): void => rmSync(journalOf(root));

test.each<[string, (root: string) => void, boolean]>([
  ['a damaged line', damagedMiddle, true],
  ['a damaged last line', damagedEnd, true],
  ['a lost line', lostLine, true],
  ['a line that was cut off', (root) => writeFileSync(journalOf(root), '{"seq":9', { flag: 'a' }), false],
  ['no journal', gone, false],
])('a valid board beside %s: one restore, and all continues', async (_, damage, isOffered) => {
  const root = await noted();
  damage(root);
  const { out } = await runTeam(root, ['restore', '--yes', '--json']);
  expect(JSON.parse(out)).toMatchObject({ restored: isOffered });
  if (isOffered) expect(existsSync(JSON.parse(out).kept[0])).toBe(true);
  expect((await runTeam(root, ['note', 'four'])).code).toBe(0);
  expect((await runTeam(root, ['replay'])).code).toBe(0);
  expect(readFileSync(stateOf(root), 'utf8')).toMatch(/one[\s\S]*three[\s\S]*four/);
});

test.each([
  ['damaged', damagedMiddle, 'restored up to the damage'],
  ['lost', lostLine, 'restored up to the gap'],
])('a board that is invalid beside a %s line is %3$s', async (_, damage) => {
  const root = await noted();
  damage(root);
  nonsense(root);
  const { kept } = JSON.parse((await runTeam(root, ['restore', '--yes', '--json'])).out);
  expect(kept).toHaveLength(2);
  expect((await runTeam(root, ['validate'])).code).toBe(0);
  expect((await runTeam(root, ['replay'])).code).toBe(0);
  expect(readFileSync(stateOf(root), 'utf8')).not.toContain('three');
});

test('where nothing is left to restore from, the way out is to start over', async () => {
  const root = await noted();
  gone(root);
  nonsense(root);
  await expect(runTeam(root, ['restore', '--yes'])).rejects.toMatchObject({
    code: 'board_unrestorable',
    hint: expect.stringContaining('init'),
  });
  rmSync(stateOf(root));
  for (const name of readdirSync(join(root, '.liza'))) rmSync(join(root, '.liza', name), { recursive: true });
  await expect(runTeam(root, ['init', 'again'])).rejects.toMatchObject({ code: 'board_unrestorable' });
  rmSync(join(root, '.liza'), { recursive: true });
  expect((await runTeam(root, ['init', 'again'])).code).toBe(0);
});

test('damage is found by every command that needs the journal, and leads to restore', async () => {
  const root = await noted();
  damagedEnd(root);
  for (const args of [['note', 'x'], ['replay'], ['report']])
    await expect(runTeam(root, args)).rejects.toMatchObject({
      code: 'board_inconsistent',
      hint: expect.stringContaining('artoo team restore'),
    });
  rmSync(stateOf(root));
  for (const args of [[], ['validate'], ['note', 'x']])
    await expect(runTeam(root, args)).rejects.toMatchObject({ code: 'board_inconsistent' });
});

test('a restored board begins with the line for people', async () => {
  const root = await noted();
  const [heading = ''] = readFileSync(stateOf(root), 'utf8').split('\n', 1);
  nonsense(root);
  const { err } = await runTeam(root, ['restore', '--yes']);
  expect(heading).toMatch(/^# The board/);
  expect(readFileSync(stateOf(root), 'utf8').startsWith(`${heading}\nversion: 1\n`)).toBe(true);
  expect(err.split('\n').length).toBeGreaterThan(60); // in a pipe, everything is shown
});

test('at a terminal, the question is not far from what it is about, and lines are wrapped', async () => {
  const root = await noted();
  nonsense(root);
  const { err } = await runTeam(root, ['restore', '--yes'], { width: 60 });
  expect(err).toMatch(/… and \d+ more lines; without a terminal/);
  expect(err.split('\n').length).toBeLessThan(60);
  expect(err.split('\n').filter((each) => each.length > 60)).toEqual([]);
});

test('a board whose spec is gone is not one to restore, and the way out is to bring the spec back', async () => {
  const root = await noted();
  await runTeam(root, ['task', 'add', 't1', 'Greet', '--kind', 'docs', '--done', 'hello prints Hello']);
  rmSync(join(root, 'specs/vision.md'));
  await expect(runTeam(root, ['restore', '--yes'])).rejects.toMatchObject({
    code: 'board_unrestorable',
    message: expect.stringContaining('specs/vision.md is not a file'),
    hint: expect.stringMatching(/^Fix what the message names/),
  });
});

test('a lease that ended meanwhile keeps no board from being restored, and is not a reason to restore one', async () => {
  const root = await noted();
  const agent = "\n  coder-1: { role: coder, status: WORKING, current_task: t1, lease_expires: '2026-01-01T00:00:00Z' }\n";
  writeFileSync(stateOf(root), readFileSync(stateOf(root), 'utf8').replace(/\nagents: \{\}\n/, `\nagents:${agent}`));
  await runTeam(root, ['note', 'four']);
  expect(JSON.parse((await runTeam(root, ['restore', '--yes', '--json'])).out)).toMatchObject({ restored: false });
  nonsense(root);
  expect(JSON.parse((await runTeam(root, ['restore', '--yes', '--json'])).out)).toMatchObject({ restored: true });
  expect(readFileSync(stateOf(root), 'utf8')).toContain('status: WORKING');
});
