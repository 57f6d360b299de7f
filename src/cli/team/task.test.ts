import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';
import { readText } from '../../team/board/text/read-text.ts';
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';

const textOf = (root: string) => readFileSync(join(root, '.liza/state.yaml'), 'utf8');
const add = (root: string, id = 'greet') => runTeam(root, ['task', 'add', id, 'Say hello', '--done', 'hello prints Hello!']);
const replayed = async (root: string) => JSON.parse((await runTeam(root, ['replay', '--json'])).out);

test('what the person does with tasks is written in lines of its own, and a replay decides it again', async () => {
  const root = await repositoryWithTeam();
  expect((await add(root)).out).toBe('greet has been added, and can be claimed.');
  expect(textOf(root)).toMatch(/^tasks:\n {2}- /m);
  await runTeam(root, ['task', 'block', 'greet', 'Wait for the name', '--question', 'Which name?']);
  expect((await runTeam(root, [])).out).toContain('? Which name?');
  await runTeam(root, ['task', 'unblock', 'greet', 'It is Ada']);
  expect((await runTeam(root, ['task', 'show', 'greet'])).out).toContain('you unblocked it');
  await runTeam(root, ['note', 'greet', 'be quick']);
  await expect(runTeam(root, ['task', 'release', 'greet'])).rejects.toMatchObject({ code: 'board_refused' });
  await runTeam(root, ['task', 'abandon', 'greet', 'not wanted']);
  await expect(runTeam(root, ['task', 'unblock', 'greet', 'x'])).rejects.toMatchObject({ code: 'board_refused' });
  expect(readText(textOf(root))).toMatchObject({ tasks: [{ status: 'ABANDONED' }], human_notes: [{ message: 'be quick', for: 'greet' }] });
  expect(await replayed(root)).toMatchObject({ entries: 7, repeated: 7, applied: 0, difference: null });
});

test.each([
  [['task', 'add', '../etc', 'x', '--done', 'x prints y'], 'board_refused', 'cannot name a task'],
  [['task', 'add', 't1.lock', 'x', '--done', 'x prints y'], 'board_refused', 'nor .lock at the end'],
  [['task', 'add', 'a', 'x', '--done', 'x prints y', '--spec', 'specs/gone.md'], 'board_refused', 'specs/gone.md is not a file'],
  [['task', 'add', 'a', 'x', '--done', 'x prints y', '--spec', 'linked.md'], 'board_refused', 'linked.md is not a file of the repository'],
  [['task', 'add', 'a', 'x'], 'usage', '--done'],
  [['task', 'shwo', 'a'], 'usage', 'did you mean show?'],
  [['task', 'block', 'a'], 'usage', 'artoo team task block <task> "why"'],
  [['task', 'show', '../../etc/passwd'], 'board_refused', 'there is no task'],
  [['note', 'nothing', 'x'], 'board_refused', 'there is no task nothing'],
  [['resume'], 'board_refused', 'neither paused nor at a checkpoint'],
  [['abort'], 'person_needed', '--yes'],
])('%j is refused with a reason', async (args, code, why) => {
  const root = await repositoryWithTeam();
  symlinkSync('/etc/hostname', join(root, 'linked.md'));
  const before = textOf(root);
  await expect(runTeam(root, args)).rejects.toMatchObject({ code, message: expect.stringContaining(why) });
  expect(textOf(root)).toBe(before);
});

test('the team stops at a checkpoint, continues after a decision, and ends when it is aborted', async () => {
  const root = await repositoryWithTeam();
  const control = () => readdirSync(join(root, '.liza')).filter((name) => /^[A-Z]+$/.test(name));
  await runTeam(root, ['pause']);
  await runTeam(root, ['checkpoint', 'look at the plan']);
  expect(control()).toEqual(['CHECKPOINT', 'PAUSE']);
  await expect(runTeam(root, ['resume', '--decision', 'PIVOT'])).rejects.toMatchObject({ code: 'usage' });
  await runTeam(root, ['resume', '--decision', 'PIVOT', '--because', 'the market moved']);
  expect(control()).toEqual([]);
  await runTeam(root, ['abort', '--yes']);
  expect(control()).toEqual(['ABORT']);
  expect(readText(textOf(root))).toMatchObject({ goal: { status: 'ABORTED' }, sprint: { id: 'sprint-2', status: 'ABORTED' } });
  expect(await replayed(root)).toMatchObject({ difference: null });
});

test.each([
  ['CONTINUE', 'UNCLAIMED', 'IN_PROGRESS', []],
  ['ADJUST_SPECS', 'UNCLAIMED', 'IN_PROGRESS', []],
  ['ADJUST_CONTRACTS', 'UNCLAIMED', 'IN_PROGRESS', []],
  ['REPLAN', 'BLOCKED', 'IN_PROGRESS', []],
  ['PIVOT', 'BLOCKED', 'IN_PROGRESS', []],
  ['STOP', 'UNCLAIMED', 'ABORTED', ['ABORT']],
])('a checkpoint ends with %s, which is logged and kept with its reason', async (decision, task, status, files) => {
  const root = await repositoryWithTeam();
  await add(root);
  await runTeam(root, ['checkpoint', 'look at the plan']);
  await expect(runTeam(root, ['checkpoint'])).rejects.toMatchObject({ code: 'board_refused', message: expect.stringContaining('already') });
  expect(readFileSync(join(root, '.liza/CHECKPOINT'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z\nlook at the plan\n$/);
  await runTeam(root, ['resume', '--decision', decision, '--because', 'the market moved']);
  expect(readdirSync(join(root, '.liza')).filter((name) => /^[A-Z]+$/.test(name))).toEqual(files);
  expect(readText(textOf(root))).toMatchObject({
    goal: { status },
    sprint: { status, retrospective: [{ decision, because: 'the market moved' }] },
    tasks: [{ id: 'greet', status: task }],
  });
  expect(readFileSync(join(root, '.liza/log.yaml'), 'utf8')).toContain(`${decision}: the market moved`);
  expect(await replayed(root)).toMatchObject({ difference: null });
});

test('a sprint that is over cannot be stopped, and no file is left that would say so', async () => {
  const root = await repositoryWithTeam();
  await runTeam(root, ['abort', '--yes']);
  await expect(runTeam(root, ['checkpoint'])).rejects.toMatchObject({ code: 'board_refused' });
  expect(existsSync(join(root, '.liza/CHECKPOINT'))).toBe(false);
});

test('a board edited into something invalid is put back after a yes, what was there is kept, and an own edit that makes sense stays', async () => {
  const root = await repositoryWithTeam();
  const path = join(root, '.liza/state.yaml');
  writeFileSync(path, textOf(root).replace('max_review_cycles: 5', 'max_review_cycles: 3 # mine'));
  await add(root);
  expect(textOf(root)).toContain('max_review_cycles: 3 # mine');
  expect((await runTeam(root, ['restore'])).out).toContain('nothing to restore');
  const nonsense = `${textOf(root)}x: [`;
  writeFileSync(path, nonsense);
  const shown: string[] = [];
  const show = (lines: readonly Line[]) => void shown.push(...lines.map(withoutColour));
  await expect(runTeam(root, ['restore'], { show })).rejects.toMatchObject({
    code: 'person_needed',
    message: expect.stringMatching(/^Restore it/),
  });
  expect(shown).toContain('  -x: [');
  expect(textOf(root)).toBe(nonsense);
  const {
    kept: [kept],
  } = JSON.parse((await runTeam(root, ['restore', '--yes', '--json'])).out);
  expect(readFileSync(kept, 'utf8')).toBe(nonsense);
  expect(readText(textOf(root))).toMatchObject({ tasks: [{ id: 'greet' }], config: { max_review_cycles: 3 } });
  rmSync(path);
  await runTeam(root, ['restore', '--yes']);
  expect(existsSync(path)).toBe(true);
  expect(await replayed(root)).toMatchObject({ foreign: 1, difference: null });
});

test('a replay finds the entry that was changed, and a board whose spec vanished cannot be restored', async () => {
  const root = await repositoryWithTeam();
  await add(root);
  const journal = join(root, '.liza/journal.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replaceAll('"value":"UNCLAIMED"', '"value":"DRAFT"').replace('"status":"UNCLAIMED"', '"status":"DRAFT"'));
  const { code, out } = await runTeam(root, ['replay']);
  expect([code, out]).toEqual([4, expect.stringContaining('entry 2 (add): it now results in a different board')]);
  writeFileSync(journal, text);
  rmSync(join(root, 'specs/vision.md'));
  await expect(runTeam(root, [])).rejects.toMatchObject({ code: 'board_invalid' });
  await expect(runTeam(root, ['restore', '--yes'])).rejects.toMatchObject({ code: 'board_unrestorable' });
});
