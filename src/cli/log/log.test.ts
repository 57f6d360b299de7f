import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changesBetween, changingTree } from '../../../test/support/changing-tree.ts';
import { startChild } from '../../../test/support/child.ts';
import { newTerminal } from '../../../test/support/in-process.ts';
import { endsAtOnce, goal, hostIn, perceives } from '../../../test/support/parts.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { journalPath } from '../../journal/files.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { exits, type Terminal } from '../command.ts';
import { log } from './log.ts';

/** Runs `artoo log` on a data folder. */
async function run(data: string, args: readonly string[] = [], more: Partial<Terminal> = {}) {
  const { terminal, out, err } = newTerminal({ env: { ARTOO_DATA_DIR: data }, cwd: scratch(), ...more });
  const outcome: { code?: number; error?: ArtooError } = await log.run(args, terminal).then(
    (code) => ({ code }),
    (error) => ({ error }),
  );
  return { out, err, ...outcome };
}

/** Tasks that ran and ended, one after another. */
async function ended(ids: readonly string[], text = 'sort the notes'): Promise<string> {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  for (const id of ids) await host.start(goal(text), id).result;
  return data;
}

const path = (data: string, id: string): string => journalPath(data, id as TaskId);
const third = '20260203-000000000-00000003';
const second = '20260202-000000000-00000002';
const first = '20260101-000000000-00000001';

test.each([[[]], [['--all']]])('where there is no data folder yet there are no tasks, and none is created: %j', async (args) => {
  const data = join(scratch(), 'none');
  const { out, code } = await run(data, args);
  expect({ code, lines: out.length }).toEqual({ code: exits.ok, lines: 1 });
  expect(out[0]).toContain('No tasks yet');
  expect(() => readFileSync(data)).toThrow('ENOENT');
  expect(await run(data, ['--json'])).toEqual({ out: [], err: [], code: exits.ok });
});

test('tasks are listed newest first, each with its id and its goal', async () => {
  const data = await ended([second, third, first]);
  const { out, code } = await run(data);
  expect(code).toBe(exits.ok);
  expect(out.filter((_, at) => at % 2 === 1)).toEqual([third, second, first].map((id) => `  ${shortId(id)}  s: sort the notes`));
  for (const at of [0, 2, 4]) expect(out[at]).toMatch(/^done .* 0 calls .* 0 tok .* \$0\.00$/);
});

test('as JSON, each task is one object a line', async () => {
  const { out } = await run(await ended([second, first]), ['--json']);
  expect(out.map((line) => JSON.parse(line))).toMatchObject([
    { task_id: second, state: 'ended', goal: 'sort the notes', slug: 's', directive: 'accept', reason: 'met', cost: { model_calls: 0 } },
    { task_id: first },
  ]);
});

test('only the last 20 are listed unless all are asked for', async () => {
  const data = await ended([first]);
  for (let number = 0; number < 24; number += 1) copyFileSync(path(data, first), path(data, `20260301-00000000${number % 10}-${number}`));
  const { out } = await run(data);
  expect(out).toHaveLength(41);
  expect(out.at(-1)).toContain('5 more');
  expect((await run(data, ['--all'])).out).toHaveLength(50);
  expect((await run(data, ['--json'])).out).toHaveLength(20);
  expect((await run(data, ['--json', '--all'])).out).toHaveLength(25);
});

test('a journal that cannot be read is named, and the others are listed', async () => {
  const data = await ended([first, third]);
  writeFileSync(path(data, second), 'rubbish\nrubbish\n');
  symlinkSync(path(data, 'loop'), path(data, 'loop'));
  const { out, code } = await run(data);
  expect(code).toBe(exits.ok);
  expect(out).toEqual(
    expect.arrayContaining([
      `  ${shortId(first)}  s: sort the notes`,
      `  ${shortId(second)}  line 1: not JSON`,
      '  loop  cannot be read: ELOOP',
      `  ${shortId(third)}  s: sort the notes`,
    ]),
  );
});

test.each([
  [
    ['--state', 'ended'],
    [third, second],
  ],
  [
    ['--state', 'accept'],
    [third, second],
  ],
  [
    ['--state', 'met'],
    [third, second],
  ],
  [['--state', 'abandon'], []],
  [['--state', 'unfinished'], [first]],
  [['--state', 'running'], []],
  [
    ['--text', 'SORT notes'],
    [third, second, first],
  ],
  [['--text', '20260202'], [second]],
  [['--text', 'sort mail'], []],
  [
    ['--since', '1h'],
    [third, second, first],
  ],
  [['--until', '1h'], []],
  [['--since', '2026-01-01', '--until', '2026-01-02'], []],
  [['--state', 'ended', '--text', '20260202', '--since', '7d'], [second]],
])('%j lists %j', async (args, ids) => {
  const data = await ended([first, second, third]);
  truncateSync(path(data, first), readFileSync(path(data, first)).length - 10);
  for (let times = 0; times < 2; times += 1) {
    const { out, code } = await run(data, [...args, '--json']);
    expect({ ids: out.map((line) => JSON.parse(line).task_id), code }).toEqual({ ids, code: exits.ok });
  }
  const { out } = await run(data, args);
  expect(out).toHaveLength(Math.max(1, ids.length * 2));
  if (ids.length === 0) expect(out).toEqual(['No task matches.']);
});

test('if more than 20 are found, the rest are counted', async () => {
  const data = await ended([first]);
  for (let number = 0; number < 24; number += 1) copyFileSync(path(data, first), path(data, `20260301-00000000${number % 10}-${number}`));
  const { out } = await run(data, ['--state', 'met']);
  expect(out).toHaveLength(41);
  expect(out.at(-1)).toBe('and 5 more, with --all');
  expect((await run(data, ['--state', 'met', '--all'])).out).toHaveLength(50);
});

test.each([third, 'last', '20260203'])('a task is shown in full by "%s"', async (wanted) => {
  const data = await ended([first, third]);
  const { out, code } = await run(data, [wanted]);
  expect(code).toBe(exits.ok);
  expect(out.join('\n')).toContain(third);
  expect(out.join('\n')).toContain('sort the notes');
});

test('as entries, a task is the lines of its journal; as JSON, one object', async () => {
  const data = await ended([first]);
  const { out } = await run(data, [first, '--entries']);
  expect(`${out.join('\n')}\n`).toBe(readFileSync(path(data, first), 'utf8'));
  const json = await run(data, [first, '--json']);
  expect(json.out).toHaveLength(1);
  expect(JSON.parse(json.out.join(''))).toBeTypeOf('object');
});

test.each<[readonly string[], string]>([
  [['--html', 'last'], `artoo-${shortId(first)}.html`],
  [['last', '--html'], `artoo-${shortId(first)}.html`],
  [['--html', 'last', 'page.html'], 'page.html'],
  [['last', '--html', 'page'], 'page'],
])('a word after --html that is not a file name is the task: %j', async (args, page) => {
  const cwd = scratch();
  expect(await run(await ended([first]), args, { cwd })).toMatchObject({ code: exits.ok, out: [join(cwd, page)] });
});

test('as a page, a task is a file', async () => {
  const data = await ended([first]);
  const page = join(scratch(), 'story.html');
  expect(await run(data, [first, '--html', page])).toMatchObject({ code: exits.ok });
  expect(readFileSync(page, 'utf8')).toContain('sort the notes');
});

test('a page needs no file name', async () => {
  const data = await ended([first]);
  const cwd = scratch();
  const { out, code } = await run(data, [first, '--html'], { cwd });
  expect(code).toBe(exits.ok);
  expect(readFileSync(out[0] ?? '', 'utf8')).toContain('sort the notes');
  expect(readdirSync(cwd).map((name) => join(cwd, name))).toEqual(out);
});

test('a task that is running says so', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, first]);
  await child.line('ready');
  expect((await run(data)).out[0]).toMatch(/^running /);
  await child.kill('SIGKILL');
  expect((await run(data)).out[0]).toMatch(/^unfinished /);
});

test('a journal that is damaged in the middle is shown up to that point, with the line', async () => {
  const data = await ended([first]);
  const lines = readFileSync(path(data, first), 'utf8').split('\n');
  writeFileSync(path(data, first), lines.with(2, 'rubbish').join('\n'));
  expect(await run(data, [first])).toMatchObject({ error: { code: 'journal_corrupt', message: expect.stringContaining('line 3 of') } });
});

test('a line of 100 MB is reported', async () => {
  const data = await ended([first]);
  truncateSync(path(data, first), 100_000_000);
  appendFileSync(path(data, first), '\n');
  expect(await run(data, [first])).toMatchObject({ error: { code: 'journal_corrupt', message: expect.stringContaining('longer') } });
});

test('what is not a file is not waited for', async () => {
  const data = scratch();
  mkdirSync(path(data, first), { recursive: true });
  expect(await run(data, [first])).toMatchObject({ error: { code: 'journal_corrupt' } });
});

test.each([
  ['../../etc/passwd', 'id_invalid'],
  ['a/b', 'id_invalid'],
  [`/tmp/${first}.jsonl`, 'id_invalid'],
  ['', 'id_invalid'],
  ['x'.repeat(65), 'id_invalid'],
  ['2027', 'journal_missing'],
])('"%s" is not a task: %s', async (wanted, code) => {
  expect(await run(await ended([first]), [wanted])).toMatchObject({ out: [], error: { code } });
});

test('the beginning of several ids names them', async () => {
  const { error } = await run(await ended([first, second, third]), ['202602']);
  expect(error).toMatchObject({ code: 'id_invalid' });
  expect(error?.message.split('\n  ').slice(1)).toEqual([third, second]);
});

test('without tasks, none can be told', async () => {
  expect(await run(scratch(), ['last'])).toMatchObject({ error: { code: 'journal_missing' } });
});

test.each([
  [['--al']],
  [['a', 'b']],
  [['--data']],
  [['--state', 'endet']],
  [['--state', 'no such thing']],
  [['--since', 'soon']],
  [['--until', '2026-13-01']],
  [['--entries']],
  [['--html', 'x.html']],
  [['a', '--all']],
  [['a', '--state', 'ended']],
  [['a', '--json', '--entries']],
  [['a', '--json', '--html', 'x.html']],
])('%j is a usage error', async (args) => {
  expect(await run(scratch(), args)).toMatchObject({ out: [], error: { code: 'usage' } });
});

test('--data names another folder', async () => {
  const data = await ended([first]);
  expect((await run(scratch(), ['--data', data, '--json'])).out).toHaveLength(1);
});

test.each([
  ['cancel', exits.cancelled],
  ['terminate', exits.terminated],
] as const)('%s stops it', async (name, code) => {
  const data = await ended([first, second]);
  expect(await run(data, [], { [name]: AbortSignal.abort() })).toMatchObject({ code, out: [] });
  expect(await run(data, [first], { [name]: AbortSignal.abort() })).toMatchObject({ code, out: [] });
});

test('a task that was undone is marked in the list, until the undo is undone', async () => {
  const data = await ended([second, first]);
  const at = changingTree();
  const staged = at.stage();
  writeFileSync(join(staged, 'a.txt'), 'new');
  const store = openChanges(data);
  const changes = await changesBetween(at.real, staged);
  const signal = new AbortController().signal;
  await store.apply({ call: { task_id: second, key: 'k' }, title: 't', changes, result: null }, signal);
  const told = async () => {
    const listed = (await run(data, ['--json'])).out.map((line) => JSON.parse(line).undone);
    return [listed, (await run(data)).out.filter((row) => row === '  what it changed was undone').length];
  };
  expect(await told()).toEqual([[undefined, undefined], 0]);
  const plan = (await store.planUndo(second)) ?? expect.unreachable();
  const undone = await store.undo(plan, signal);
  expect(await told()).toEqual([[true, undefined], 1]);
  const again = (await store.planUndo('id' in undone ? undone.id : '')) ?? expect.unreachable();
  expect(await store.undo(again, signal)).toMatchObject({ undone: true });
  expect(await told()).toEqual([[undefined, undefined], 0]);
});
