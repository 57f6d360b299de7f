import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { changesBetween, changingTree } from '../../../test/support/changing-tree.ts';
import { startChild } from '../../../test/support/child.ts';
import { goldenPath } from '../../../test/support/golden-entries.ts';
import { newTerminal } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { goldenStory } from '../../../test/support/task-views.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { exits, type Terminal } from '../command.ts';
import { logTask } from './log-task.ts';

const never = new AbortController().signal;

/** Prints the task in a journal. */
async function tell(path: string, how: Parameters<typeof logTask>[1] = 'text', more: Partial<Terminal> = {}, data?: string) {
  const { terminal, out, err } = newTerminal(more);
  const outcome: { code?: number; error?: ArtooError } = await logTask(
    { task_id: 'a-task' as TaskId, path, ...(data !== undefined && { data }) },
    how,
    terminal,
  ).then(
    (code) => ({ code }),
    (error) => ({ error }),
  );
  return { out, err, ...outcome };
}

/** A copy of a golden journal, up to the wanted entry. */
function journal(name = 'correction', lines?: number): string {
  const path = join(scratch(), `${name}.jsonl`);
  if (lines === undefined) copyFileSync(goldenPath(name), path);
  else
    writeFileSync(
      path,
      readFileSync(goldenPath(name), 'utf8')
        .split('\n')
        .slice(0, lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
  return path;
}

test('as text it is a story that fits the terminal', async () => {
  const { out, err, code } = await tell(journal(), 'text', { width: 70 });
  expect({ err, code }).toEqual({ err: [], code: exits.ok });
  expect(out[0]).toBe('task     correction');
  expect(out.join('\n')).toMatch(/^ +61 {2}Done$/m);
});

test('as JSON it is one object on one line', async () => {
  const { out, err, code } = await tell(journal(), 'json');
  expect({ err, code, lines: out.length }).toEqual({ err: [], code: exits.ok, lines: 1 });
  expect(JSON.parse(out[0] ?? '')).toEqual(goldenStory('correction'));
});

test('as entries it is the lines of its journal, byte for byte', async () => {
  const path = journal();
  expect(`${(await tell(path, 'entries')).out.join('\n')}\n`).toBe(readFileSync(path, 'utf8'));
});

test('changes that have since been undone are marked so in every format', async () => {
  const at = changingTree();
  const staged = at.stage();
  writeFileSync(join(staged, 'a.txt'), 'new');
  const store = openChanges(at.data);
  const changes = await changesBetween(at.real, staged);
  await store.apply({ call: { task_id: 'a-task', key: 'k' }, title: 't', changes, result: null }, never);
  const told = async () => {
    const html = join(scratch(), 'page.html');
    await tell(journal(), { html }, {}, at.data);
    const { out: text } = await tell(journal(), 'text', {}, at.data);
    const { out: json } = await tell(journal(), 'json', {}, at.data);
    return [
      text.includes('changed on disk, and undone since'),
      JSON.parse(json[0] ?? '').undone,
      readFileSync(html, 'utf8').includes('undone since'),
    ];
  };
  expect(await told()).toEqual([false, undefined, false]);
  const plan = await store.planUndo('a-task');
  expect(plan && (await store.undo(plan, never))).toMatchObject({ undone: true });
  expect(await told()).toEqual([true, true, true]);
});

test('a page shows what changed line by line, but neither keys nor files from places where secrets are kept', async () => {
  const at = changingTree();
  const path = join(scratch(), 'task.jsonl');
  const home = join(at.real, 'home');
  mkdirSync(join(home, 'work'), { recursive: true });
  const staged = at.stage();
  const key = `sk-proj-${'abcdefghij'.repeat(4)}`;
  writeFileSync(join(staged, 'home/work/packing.md'), `# Packing\n<b>boots</b> ${key}\n`);
  writeFileSync(join(staged, 'home/work/.env'), 'NAME=hush-hush\n');
  const changes = await changesBetween(at.real, staged);
  await openChanges(at.data).apply({ call: { task_id: 'correction', key: 'k' }, title: 't', changes, result: null }, never);
  writeFileSync(path, readFileSync(goldenPath('correction'), 'utf8').replaceAll('/scratch/home', join(home, 'work')));
  const html = join(scratch(), 'page.html');
  await tell(path, { html }, { env: { HOME: home } }, at.data);
  const page = readFileSync(html, 'utf8');
  expect(page).toContain('<span class="added">+# Packing\n</span><span class="added">+&#60;b&#62;boots&#60;/b&#62; [redacted]');
  expect(page).not.toContain(key);
  expect(page).not.toContain('hush-hush');
});

test('a compressed journal is shown like any other', async () => {
  const path = `${journal()}.gz`;
  writeFileSync(path, gzipSync(readFileSync(goldenPath('correction'))));
  expect((await tell(path, 'json')).out).toEqual((await tell(journal(), 'json')).out);
});

test('as HTML without a name, it is a file in the current folder that is named after the task, and is replaced the next time', async () => {
  const cwd = scratch();
  const page = join(cwd, 'artoo-a-task.html');
  for (const _ of [1, 2]) expect(await tell(journal(), { html: true }, { cwd })).toMatchObject({ out: [page], code: exits.ok });
  expect(readdirSync(cwd)).toEqual(['artoo-a-task.html']);
});

test('as HTML it is a new file for its owner only, and its path is printed', async () => {
  const cwd = scratch();
  const { out, code } = await tell(journal(), { html: 'page.html' }, { cwd });
  expect({ out, code }).toEqual({ out: [join(cwd, 'page.html')], code: exits.ok });
  expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toMatch(/^<!doctype html>.*<\/html>\n$/s);
  expect(statSync(join(cwd, 'page.html')).mode & 0o777).toBe(0o600);
  expect(readdirSync(cwd)).toEqual(['page.html']);
});

test('a page that artoo wrote is written again', async () => {
  const cwd = scratch();
  for (const _ of [1, 2]) expect(await tell(journal(), { html: 'page.html' }, { cwd })).toMatchObject({ code: exits.ok });
  writeFileSync(join(cwd, 'page.html'), readFileSync(join(cwd, 'page.html'), 'utf8').replace('</h1>', ' (mine)</h1>'));
  expect(await tell(journal(), { html: 'page.html' }, { cwd })).toMatchObject({ code: exits.ok });
  expect(readFileSync(join(cwd, 'page.html'), 'utf8')).not.toContain('(mine)');
  expect(readdirSync(cwd)).toEqual(['page.html']);
});

test.each([
  ['a page of another make', (path: string) => writeFileSync(path, '<!doctype html>\n<html lang="en"><body>mine</body></html>\n'), 'usage'],
  ['a file', (path: string) => writeFileSync(path, 'mine'), 'usage'],
  ['a folder', (path: string) => mkdirSync(path), 'usage'],
  ['a link to nowhere', (path: string) => symlinkSync('nowhere', path), 'usage'],
])('%s that already exists is not overwritten', async (_, make, code) => {
  const cwd = scratch();
  make(join(cwd, 'page.html'));
  expect(await tell(journal(), { html: 'page.html' }, { cwd })).toMatchObject({ out: [], error: { code } });
  expect(readdirSync(cwd)).toEqual(['page.html']);
});

test('a page is not written into a folder that does not exist', async () => {
  expect(await tell(journal(), { html: join(scratch(), 'none', 'page.html') })).toMatchObject({
    out: [],
    error: { code: 'record_unwritable' },
  });
});

test.each(['text', 'json', 'entries', 'html'] as const)('a task that was cut off is told as %s, and how to continue it', async (how) => {
  const path = journal('correction', 20);
  appendFileSync(path, '{"kind":"mess');
  const page = join(scratch(), 'page.html');
  const { out, err, code } = await tell(path, how === 'html' ? { html: page } : how);
  expect(code).toBe(exits.ok);
  const last = how === 'text' ? out.at(-1) : err.at(-1);
  expect(last).toMatch(/unfinished.*13 bytes.*artoo resume a-task/);
  if (how === 'json') expect(JSON.parse(out[0] ?? '')).toMatchObject({ state: 'unfinished', entries: 20 });
  if (how === 'html') expect(readFileSync(page, 'utf8')).toContain('Unfinished');
});

test('a task that is running says so', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, 'a-task']);
  await child.line('ready');
  const path = journalPath(data, 'a-task' as TaskId);
  expect((await tell(path)).out.at(-1)).toBe('It is still running.');
  const page = join(scratch(), 'page.html');
  await tell(path, { html: page });
  expect(readFileSync(page, 'utf8')).toContain('Still running');
  await child.kill('SIGKILL');
  expect((await tell(path)).out.at(-1)).toContain('unfinished');
});

test.each(['text', 'json', 'entries', 'html'] as const)(
  'a journal that is damaged in the middle is shown as %s up to that point, with the line',
  async (how) => {
    const path = journal();
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').with(20, 'rubbish').join('\n'));
    const page = join(scratch(), 'page.html');
    const { out, error } = await tell(path, how === 'html' ? { html: page } : how);
    expect(error).toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining('line 21 of') });
    if (how === 'text') {
      expect(out).toContain('goal     Write me a packing list for the trip in trip.md.');
      expect(out.at(-1)).toBe('20 entries can be read.');
      expect(out.join('\n')).not.toContain('artoo fork');
    }
    if (how === 'json') expect(JSON.parse(out[0] ?? '')).toMatchObject({ entries: 20 });
    if (how === 'entries') expect(out).toHaveLength(20);
    if (how === 'html') expect(existsSync(page)).toBe(true);
  },
);

test.each([
  ['missing', () => join(scratch(), 'none.jsonl'), 'journal_missing'],
  ['empty', () => journal('correction', 0), 'journal_empty'],
  ['a folder', () => scratch(), 'journal_corrupt'],
])('a journal that is %s is named, and nothing is shown', async (_, path, code) => {
  const page = join(scratch(), 'page.html');
  expect(await tell(path(), { html: page })).toMatchObject({ out: [], err: [], error: { code } });
  expect(existsSync(page)).toBe(false);
});

test.each([
  ['cancel', exits.cancelled],
  ['terminate', exits.terminated],
] as const)('%s stops it before anything is shown', async (name, code) => {
  const page = join(scratch(), 'page.html');
  for (const how of ['text', 'json', 'entries', { html: page }] as const)
    expect(await tell(journal(), how, { [name]: AbortSignal.abort() })).toMatchObject({ code, out: [], err: [] });
  expect(existsSync(page)).toBe(false);
});

test('as data and as entries, nothing in a journal can draw on the terminal', async () => {
  const path = journal('talk');
  const text = readFileSync(path, 'utf8');
  const { goal } = goldenStory('talk');
  writeFileSync(path, text.replaceAll(JSON.stringify(goal?.text).slice(1, -1), 'hi \u009b31m'));
  for (const how of ['json', 'entries'] as const) {
    const shown = (await tell(path, how, { isPrinting: true })).out.join('\n');
    expect(shown).not.toContain('\u009b');
    expect(shown).toContain('hi \\u009b31m');
    expect((await tell(path, how)).out.join('\n')).toContain('hi \u009b31m');
  }
});
