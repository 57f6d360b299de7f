import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tryLock } from 'fs-native-extensions';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../test/support/child.ts';
import { daysAgo, journalText, placeJournal } from '../../test/support/ended-journal.ts';
import { oneIn } from '../../test/support/sample.ts';
import { scratch } from '../../test/support/scratch.ts';
import { compressJournal } from './compress.ts';
import { readGzipTime } from './gzip-time.ts';
import { readJournal } from './reader.ts';

const never = new AbortController().signal;
const ended = daysAgo(40);

function placed(bytes = 100_000): { path: string; text: string; names: () => string[] } {
  const path = placeJournal(scratch(), 'x', { at: ended, bytes });
  return { path, text: readFileSync(path, 'utf8'), names: () => readdirSync(dirname(path)).sort() };
}

const unpacked = (path: string): string => gunzipSync(readFileSync(`${path}.gz`)).toString();

test('the compressed journal holds the same, for its owner only, with the time of the file and that of the end', async () => {
  const { path, text, names } = placed();
  const changed = new Date(1_700_000_000_000);
  utimesSync(path, changed, changed);
  const before = await readJournal(path);
  const after = statSync(path).size;
  const told = await compressJournal(path, never);
  const { size, mode, mtimeMs } = statSync(`${path}.gz`);
  expect(told).toEqual({ before: after, after: size, freed: after - size });
  expect(names()).toEqual(['x.jsonl.gz']);
  expect([unpacked(path), mode & 0o777, mtimeMs]).toEqual([text, 0o600, changed.getTime()]);
  expect(await readGzipTime(`${path}.gz`)).toBe(Math.ceil(ended.getTime() / 1000) * 1000);
  expect(await readJournal(`${path}.gz`)).toEqual(before);
  expect(await compressJournal(path, never)).toMatchObject({ left: 'gone' });
});

test.each([
  ['gone', (path: string) => rmSync(path)],
  ['unfinished', (path: string) => writeFileSync(path, journalText('x', { isOver: false }))],
  ['unreadable', (path: string) => appendFileSync(path, 'rubbish\n')],
  ['unreadable', (path: string) => appendFileSync(path, '{"kind":"pau')],
  ['unreadable', (path: string) => writeFileSync(path, '')],
  [
    'unreadable',
    (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    'unreadable',
    (path: string) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
  ],
  ['differs', (path: string) => writeFileSync(`${path}.gz`, gzipSync(journalText('x', { bytes: 10 })))],
  ['differs', (path: string) => writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)).subarray(0, -1))],
])('what is %s is left alone', async (left, change) => {
  const { path, names } = placed();
  change(path);
  const before = names();
  expect(await compressJournal(path, never)).toMatchObject({ left });
  expect(names()).toEqual(before);
});

test('a journal that a process holds is left alone, also one that has ended', async () => {
  const { path, names } = placed();
  const fd = openSync(path, 'r+');
  onTestFinished(() => closeSync(fd));
  expect(tryLock(fd)).toBe(true);
  expect(await compressJournal(path, never)).toMatchObject({ left: 'held' });
  expect(names()).toEqual(['x.jsonl']);
});

test('a journal that runs is left alone', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, 'x']);
  await child.line('ready');
  expect(await compressJournal(`${data}/tasks/x.jsonl`, never)).toMatchObject({ left: 'held' });
});

test.each([
  ['at once', 0],
  ['later', 3],
])('stopped %s, all is as it was', async (_, step) => {
  const { path, text, names } = placed(3_000_000);
  const stop = new AbortController();
  let steps = 0;
  const before = () => {
    steps += 1;
    if (steps === step) stop.abort(new Error('stop'));
  };
  if (step === 0) stop.abort(new Error('stop'));
  await expect(compressJournal(path, stop.signal, before)).rejects.toThrow('stop');
  expect(names()).toEqual(['x.jsonl']);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a full disk loses nothing and leaves nothing', async () => {
  const { path, text, names } = placed(1_000_000);
  const child = await startChild('compresses-journal.ts', [path], { fileLimitKiB: 64 });
  expect(JSON.parse(await child.line('{'))).toEqual({ code: 'journal_unwritable' });
  expect(names()).toEqual(['x.jsonl']);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.skipIf(process.geteuid?.() === 0)('where the folder may not be written to, all is as it was', async () => {
  const { path, names } = placed();
  chmodSync(dirname(path), 0o500);
  onTestFinished(() => chmodSync(dirname(path), 0o700));
  await expect(compressJournal(path, never)).rejects.toMatchObject({ code: 'journal_unwritable' });
  expect(names()).toEqual(['x.jsonl']);
});

test('killed at any step, it leaves the plain one, both, or the compressed one; the next run finishes', { timeout: 120_000 }, async () => {
  const outcomes = new Set<string>();
  for (let step = 1, isKilled = true; isKilled; step += 1) {
    const { path, text, names } = placed(600_000 / oneIn(3));
    const child = await startChild('compresses-journal.ts', [path, String(step)]);
    isKilled = (await child.ended) === 'SIGKILL';
    outcomes.add(names().join(' '));
    if (existsSync(path)) expect(readFileSync(path, 'utf8')).toBe(text);
    if (existsSync(`${path}.gz`)) expect(unpacked(path)).toBe(text);
    expect(existsSync(path) || existsSync(`${path}.gz`)).toBe(true);
    await compressJournal(path, never);
    expect(names()).toEqual(['x.jsonl.gz']);
    expect(unpacked(path)).toBe(text);
  }
  expect(outcomes).toEqual(new Set(['x.jsonl', 'x.jsonl x.jsonl.gz.part', 'x.jsonl x.jsonl.gz', 'x.jsonl.gz']));
});

test('when many compress it at once, it happens once', async () => {
  const { path, text, names } = placed(600_000);
  const told = await Promise.all(
    Array.from({ length: 4 }, () => startChild('compresses-journal.ts', [path]).then(({ line }) => line('{'))),
  );
  expect(told.filter((line) => 'freed' in JSON.parse(line))).toHaveLength(1);
  for (const line of told) expect(['held', 'gone', undefined]).toContain(JSON.parse(line).left);
  expect(names()).toEqual(['x.jsonl.gz']);
  expect(unpacked(path)).toBe(text);
});

test('a second name for the file, as backups create, does no harm', async () => {
  const { path, text } = placed();
  linkSync(path, `${path}.backup`);
  expect(await compressJournal(path, never)).toHaveProperty('freed');
  expect([unpacked(path), readFileSync(`${path}.backup`, 'utf8')]).toEqual([text, text]);
});

test.each([
  ['gzip', gzipSync('x')],
  ['nothing', Buffer.alloc(0)],
  ['something else', Buffer.from('rubbish that is long enough')],
])('what %s wrote does not say when a task ended', async (_, bytes) => {
  const { path } = placed();
  writeFileSync(`${path}.gz`, bytes);
  expect(await readGzipTime(`${path}.gz`)).toBeUndefined();
});
