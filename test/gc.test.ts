/** The built `artoo gc`, on data folders as tasks and commands leave them. */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tryLock } from 'fs-native-extensions';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from './support/child.ts';
import { artoo, type Home, newHome, startArtoo } from './support/command.ts';
import { daysAgo, journalText, placeJournal } from './support/ended-journal.ts';
import { runArtoo } from './support/run-artoo.ts';
import { sampled } from './support/sample.ts';

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const tasksIn = ({ data }: Home): readonly string[] => namesIn(join(data, 'tasks'));

/** Every file below a folder with its content: no change goes unnoticed. */
function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]);
  return Object.fromEntries(texts.filter(([path]) => !/views\.(?:turn|lock)$|index\.jsonl$/.test(path ?? '')));
}

/** A task of each kind, and the undo data of some. */
function scratchProject(): Home {
  const home = newHome();
  placeJournal(home.data, 'ancient', { at: daysAgo(500), bytes: 40_000 });
  placeJournal(home.data, 'old', { at: daysAgo(60), bytes: 40_000 });
  placeJournal(home.data, 'young', { at: daysAgo(3), bytes: 40_000 });
  placeJournal(home.data, 'stopped', { at: daysAgo(500), isOver: false });
  writeFileSync(join(home.data, 'tasks', 'broken.jsonl'), 'rubbish\nrubbish\n');
  for (const [id, days] of [
    ['ancient', 500],
    ['old', 60],
    ['stopped', 500],
    ['tried', 400],
  ] as const)
    placeReceipt(home, id, daysAgo(days));
  const yesterday = daysAgo(2);
  writeFileSync(join(home.data, 'tasks', 'gone.jsonl.gz.part'), 'half');
  utimesSync(join(home.data, 'tasks', 'gone.jsonl.gz.part'), yesterday, yesterday);
  return home;
}

function placeReceipt({ data }: Home, task_id: string, time: Date): void {
  const id = `${time.getTime().toString(36).padStart(9, '0')}-0123456789abcdef`;
  const folder = join(data, 'undo', task_id, id);
  mkdirSync(join(folder, 'before'), { recursive: true });
  writeFileSync(join(folder, 'before', '0'), 'x'.repeat(10_000));
  const counts = { created: 1, changed: 0, deleted: 0, metadata: 0 };
  const receipt = { format: 1, id, task_id, key: 'k', title: 't', time: time.toISOString(), undoes: [], counts, opened: [], result: null };
  writeFileSync(join(folder, 'receipt.jsonl'), `${JSON.stringify(receipt)}\n`);
}

const all = ['--remove-after', '1y', '--undo-after', '30d'];

test('without a yes it only says what it would do, and how', async () => {
  const home = scratchProject();
  const before = contents(home.data);
  const { out, err, code } = await runArtoo(['gc', ...all], { at: home });
  expect([code, err]).toEqual([0, '']);
  for (const line of [
    'Remove 1 old task ',
    '  ancient  500 days ago',
    'Compress 1 journal:',
    '  old  60 days ago',
    'gone.jsonl.gz.part',
    '  tried  ',
  ]) {
    expect(out).toContain(line);
  }
  expect(out).toContain('Left alone: 1 unfinished, 1 unreadable.');
  expect(out).toContain('A removed task can no longer be shown, resumed, replayed, forked or undone.');
  expect(out).toContain('  artoo gc --remove-after 1y --undo-after 30d --yes\n');
  expect(out).not.toContain('young');
  expect(contents(home.data)).toEqual(before);
});

test('with a yes it does what it said, and then there is nothing left to do', async () => {
  const home = scratchProject();
  const text = readFileSync(join(home.data, 'tasks', 'old.jsonl'), 'utf8');
  const told = await runArtoo(['log', 'old', '--json'], { at: home });
  expect(told).toMatchObject({ code: 0, err: '' });
  const { out, err, code } = await runArtoo(['gc', ...all, '--yes'], { at: home });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^remove ancient: \d+\.\d kB freed$/m);
  expect(tasksIn(home)).toEqual(['broken.jsonl', 'old.jsonl.gz', 'stopped.jsonl', 'young.jsonl']);
  expect(namesIn(join(home.data, 'undo'))).toEqual(['stopped']);
  expect(execFileSync('gzip', ['-dc', join(home.data, 'tasks', 'old.jsonl.gz')]).toString()).toBe(text);
  expect(await runArtoo(['log', 'old', '--json'], { at: home })).toEqual(told);
  expect((await runArtoo(['gc', ...all], { at: home })).out).toContain('Nothing to do: ');
  expect((await runArtoo(['gc', ...all, '--yes'], { at: home })).code).toBe(0);
});

test('by default journals are compressed after 30 days, and nothing else happens', async () => {
  const home = scratchProject();
  await runArtoo(['gc', '--yes'], { at: home });
  expect(tasksIn(home)).toEqual(['ancient.jsonl.gz', 'broken.jsonl', 'old.jsonl.gz', 'stopped.jsonl', 'young.jsonl']);
  expect(namesIn(join(home.data, 'undo'))).toEqual(['ancient', 'old', 'stopped', 'tried']);
});

test('a compressed journal is removed by when its task ended, whatever its file says', async () => {
  const home = scratchProject();
  await runArtoo(['gc', '--yes', '--compress-after', '0d'], { at: home });
  for (const name of tasksIn(home))
    utimesSync(join(home.data, 'tasks', name), daysAgo(name.startsWith('young') ? 900 : 0), daysAgo(name.startsWith('young') ? 900 : 0));
  await runArtoo(['gc', '--yes', '--remove-after', '1y'], { at: home });
  expect(tasksIn(home)).toEqual(['broken.jsonl', 'old.jsonl.gz', 'stopped.jsonl', 'young.jsonl.gz']);
});

test('for a size limit, the oldest are removed until the rest fits, and no more', async () => {
  const home = newHome();
  for (const days of [4, 3, 2, 1]) placeJournal(home.data, `t${days}`, { at: daysAgo(days), bytes: 300_000 });
  await runArtoo(['gc', '--yes', '--max-size', '700kB'], { at: home });
  expect(tasksIn(home)).toEqual(['t1.jsonl', 't2.jsonl']);
  const again = await runArtoo(['gc', '--yes', '--max-size', '300kB', '--compress-after', '0d'], { at: home });
  expect(tasksIn(home)).toEqual(['t1.jsonl.gz', 't2.jsonl.gz']); // compressed, both fit
  expect(again.code).toBe(0);
});

test('as JSON, it is one object, before and after', async () => {
  const home = scratchProject();
  const before = JSON.parse((await runArtoo(['gc', ...all, '--json'], { at: home })).out);
  expect(before).toMatchObject({ done: false, left: { unfinished: 1, running: 0, unreadable: 1 } });
  expect(before.saves).toBeLessThan(before.total);
  const after = JSON.parse((await runArtoo(['gc', ...all, '--json', '--yes'], { at: home })).out);
  expect(after.done).toBe(true);
  const pick = ({ does, id }: { does: string; id: string }) => `${does} ${id}`;
  expect(after.steps.map(pick)).toEqual(before.steps.map(pick));
  for (const step of after.steps) expect(step.freed).toBeGreaterThan(0);
  expect(after.freed).toBe(after.steps.reduce((sum: number, { freed }: { freed: number }) => sum + freed, 0));
});

test('one thing that fails is reported and does not stop the others', async () => {
  const home = scratchProject();
  placeJournal(home.data, 'held', { at: daysAgo(90), bytes: 4_000 });
  const fd = openSync(join(home.data, 'tasks', 'held.jsonl'), 'r+');
  onTestFinished(() => closeSync(fd));
  expect(tryLock(fd)).toBe(true);
  const { err, code } = await runArtoo(['gc', '--yes'], { at: home });
  expect(code).toBe(1);
  expect(err).toContain('not done: compress held: another process holds');
  expect(tasksIn(home)).toEqual(['ancient.jsonl.gz', 'broken.jsonl', 'held.jsonl', 'old.jsonl.gz', 'stopped.jsonl', 'young.jsonl']);
});

test('a compressed journal that is damaged stays, and is reported', async () => {
  const home = newHome();
  const path = placeJournal(home.data, 'x', { at: daysAgo(500), bytes: 40_000 });
  await runArtoo(['gc', '--yes'], { at: home });
  const bytes = readFileSync(`${path}.gz`);
  writeFileSync(`${path}.gz`, bytes.subarray(0, -100));
  placeReceipt(home, 'x', daysAgo(500));
  const { err, code } = await runArtoo(['gc', '--yes', '--remove-after', '1y'], { at: home });
  expect([code, tasksIn(home), namesIn(join(home.data, 'undo'))]).toEqual([1, ['x.jsonl.gz'], ['x']]);
  expect(err).toContain('damaged');
});

test('a task that is running is told and left alone', async () => {
  const home = newHome();
  const child = await startChild('holds-journal.ts', [home.data, 'busy']);
  await child.line('ready');
  const { out } = await runArtoo(['gc', '--yes', '--remove-after', '0d', '--compress-after', '0d', '--max-size', '0B'], { at: home });
  expect(out).toContain('Left alone: 1 running.');
  expect(tasksIn(home)).toEqual(['busy.jsonl']);
});

test('the marks of calls without a receipt go with their task', async () => {
  const home = scratchProject();
  for (const id of ['ancient', 'stopped']) mkdirSync(join(home.data, 'begun', id), { recursive: true });
  await runArtoo(['gc', '--yes', ...all], { at: home });
  expect(namesIn(join(home.data, 'begun'))).toEqual(['stopped']);
});

test('while a process left something half applied, what undo needs stays, with its journal', async () => {
  const home = scratchProject();
  mkdirSync(join(home.data, 'applying', 'half'), { recursive: true });
  const { err, code } = await runArtoo(['gc', '--yes', ...all], { at: home });
  expect(code).toBe(1);
  expect(err).toContain('an earlier run stopped while it was changing files');
  expect(tasksIn(home)).toContain('ancient.jsonl');
  expect(namesIn(join(home.data, 'undo'))).toEqual(['ancient', 'old', 'stopped', 'tried']);
  expect(namesIn(join(home.data, 'applying'))).toEqual(['half']);
});

test('where a killed run left both names, the plain one goes if both say the same', async () => {
  const home = newHome();
  const same = placeJournal(home.data, 'same', { at: daysAgo(1), bytes: 4_000 });
  writeFileSync(`${same}.gz`, gzipSync(readFileSync(same)));
  const other = placeJournal(home.data, 'other', { at: daysAgo(1), bytes: 4_000 });
  writeFileSync(`${other}.gz`, gzipSync(journalText('other')));
  const { code } = await runArtoo(['gc', '--yes'], { at: home });
  expect([code, tasksIn(home)]).toEqual([1, ['other.jsonl', 'other.jsonl.gz', 'same.jsonl.gz']]);
});

test('several at once lose nothing', async () => {
  const home = newHome();
  const texts = new Map(
    Array.from({ length: 12 }, (_, n) => [
      `t${n}`,
      readFileSync(placeJournal(home.data, `t${n}`, { at: daysAgo(90), bytes: 200_000 }), 'utf8'),
    ]),
  );
  await Promise.all(Array.from({ length: 3 }, () => artoo(['gc', '--yes'], { at: home })));
  await runArtoo(['gc', '--yes'], { at: home });
  expect(tasksIn(home)).toEqual([...texts.keys()].map((id) => `${id}.jsonl.gz`).sort());
  for (const [id, text] of texts) expect(execFileSync('gzip', ['-dc', join(home.data, 'tasks', `${id}.jsonl.gz`)]).toString()).toBe(text);
});

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGKILL', 'SIGKILL'],
] as const;

test.each(sampled(signals, 2))('%s stops it with every journal whole; the next run continues', async (signal, code) => {
  const home = newHome();
  const text = journalText('t0', { at: daysAgo(90), bytes: 3_000_000 });
  for (let n = 0; n < 4; n += 1) writeFileSync(placeJournal(home.data, `t${n}`), text.replaceAll('"t0', `"t${n}`));
  const running = startArtoo(['gc', '--yes'], { at: home });
  running.process.stdout?.once('data', () => running.process.kill(signal));
  expect((await running.ended).code).toBe(code);
  const names = tasksIn(home);
  expect(names.some((name) => name.endsWith('.jsonl'))).toBe(true);
  if (signal !== 'SIGKILL') expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await runArtoo(['gc', '--yes'], { at: home })).code).toBe(0);
  expect(tasksIn(home)).toEqual(Array.from({ length: 4 }, (_, n) => `t${n}.jsonl.gz`));
  for (let n = 0; n < 4; n += 1)
    expect(execFileSync('gzip', ['-dc', join(home.data, 'tasks', `t${n}.jsonl.gz`)], { maxBuffer: 1e8 }).toString()).toBe(
      text.replaceAll('"t0', `"t${n}`),
    );
});

test('where there is no data folder yet there is nothing to do, and none is created', async () => {
  const home = newHome();
  const data = join(home.home, 'none');
  expect(await runArtoo(['gc', '--yes', '--data', data, '--remove-after', '0d'], { at: home })).toMatchObject({ code: 0 });
  expect(existsSync(data)).toBe(false);
});

test.each([
  [['words']],
  [['--remove-after', '30']],
  [['--compress-after', '5m']],
  [['--undo-after', '-1d']],
  [['--max-size', '500']],
  [['--remove']],
])('%j is a usage error', async (args) => {
  const home = scratchProject();
  const before = contents(home.data);
  expect((await runArtoo(['gc', '--yes', ...args], { at: home })).code).toBe(64);
  expect(contents(home.data)).toEqual(before);
});

test('what undo needs of a real command goes, and its undo says so', async () => {
  const home = newHome();
  writeFileSync(join(home.cwd, 'a.txt'), 'old');
  await runArtoo(['try', '--auto', '--workspace', '.', '--', 'echo new > a.txt'], { at: home });
  const { out } = await runArtoo(['gc', '--undo-after', '0d', '--yes'], { at: home });
  expect(out).toMatch(/^remove undo data of \S+: /m);
  expect((await runArtoo(['undo', '--yes'], { at: home })).err).toContain('There is nothing to undo.');
  expect(readFileSync(join(home.cwd, 'a.txt'), 'utf8')).toBe('new\n');
});
