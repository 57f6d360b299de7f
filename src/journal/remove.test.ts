import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tryLock } from 'fs-native-extensions';
import { expect, onTestFinished, test } from 'vitest';
import { daysAgo, journalText, placeJournal } from '../../test/support/ended-journal.ts';
import { scratch } from '../../test/support/scratch.ts';
import { compressJournal } from './compress.ts';
import { leftAlone } from './hold-ended.ts';
import { type Removing, removeJournal, removePart } from './remove.ts';

const { signal } = new AbortController();
const ended = daysAgo(40);

const placed = (): string => placeJournal(scratch(), 'x', { at: ended, bytes: 10_000 });
const namesBeside = (path: string): string[] => readdirSync(dirname(path)).sort();
const asked = (more: Partial<Removing> = {}): Removing => ({ isDue: () => true, first: async () => undefined, signal, ...more });

/** The names that a journal file can have. */
const shapes = {
  plain: async () => {},
  compressed: async (path: string) => void (await compressJournal(path, signal)),
  both: async (path: string) => writeFileSync(`${path}.gz`, gzipSync(readFileSync(path))),
} as const;

test.each(Object.entries(shapes))('a journal that is %s goes, after what has to go first', async (_, shape) => {
  const path = placed();
  await shape(path);
  const isThere = () => existsSync(path) || existsSync(`${path}.gz`);
  const order: boolean[] = [];
  const times: number[] = [];
  const removed = await removeJournal(
    path,
    asked({
      isDue: (time) => times.push(time) > 0,
      first: async () => void order.push(isThere()),
    }),
  );
  expect(removed).toEqual({ freed: expect.any(Number) });
  expect([order, isThere()]).toEqual([[true], false]);
  expect(times).toEqual([ended.getTime()]);
  expect(await removeJournal(path, asked())).toMatchObject({ left: 'gone' });
});

test.each(Object.entries(shapes))(
  'a journal that is %s stays when it is not due, or what has to go first stays or fails',
  async (_, shape) => {
    const path = placed();
    await shape(path);
    const half = leftAlone('half applied', 'x');
    expect(await removeJournal(path, asked({ isDue: () => false }))).toMatchObject({ left: 'younger' });
    expect(await removeJournal(path, asked({ first: async () => half }))).toEqual(half);
    await expect(removeJournal(path, asked({ first: () => Promise.reject(new Error('no')) }))).rejects.toThrow('no');
    expect(existsSync(path) || existsSync(`${path}.gz`)).toBe(true);
  },
);

test.each([
  ['unfinished', (path: string) => writeFileSync(path, journalText('x', { isOver: false }))],
  ['unreadable', (path: string) => writeFileSync(path, 'rubbish\n')],
  ['unfinished', (path: string) => compressedAs(path, gzipSync(journalText('x', { isOver: false })))],
  ['unreadable', (path: string) => compressedAs(path, gzipSync(readFileSync(path)).subarray(0, -3))],
  ['differs', (path: string) => writeFileSync(`${path}.gz`, gzipSync(journalText('y')))],
])('a journal that is %s stays, and so does what would go first', async (left, change) => {
  const path = placed();
  change(path);
  const before = namesBeside(path);
  const first = () => Promise.reject(new Error('not even asked'));
  expect(await removeJournal(path, asked({ first }))).toMatchObject({ left });
  expect(namesBeside(path)).toEqual(before);
});

function compressedAs(path: string, bytes: Buffer): void {
  writeFileSync(`${path}.gz`, bytes);
  rmSync(path);
}

test('a journal that a process holds stays', async () => {
  const path = placed();
  held(path);
  expect(await removeJournal(path, asked())).toMatchObject({ left: 'held' });
  expect(namesBeside(path)).toEqual(['x.jsonl']);
});

function held(path: string): void {
  const fd = openSync(path, 'r+');
  onTestFinished(() => closeSync(fd));
  expect(tryLock(fd)).toBe(true);
}

test('what was never put in place goes unless it is young or in use', async () => {
  const path = `${placed()}.gz.part`;
  expect(await removePart(path, () => true)).toMatchObject({ left: 'gone' });
  writeFileSync(path, 'half');
  utimesSync(path, ended, ended);
  expect(await removePart(path, (time) => time > ended.getTime())).toMatchObject({ left: 'younger' });
  expect(await removePart(path, (time) => time === ended.getTime())).toEqual({ freed: 4 });
  writeFileSync(path, 'half');
  held(path);
  expect(await removePart(path, () => true)).toMatchObject({ left: 'held' });
  expect(namesBeside(path)).toEqual(['x.jsonl', 'x.jsonl.gz.part']);
});
