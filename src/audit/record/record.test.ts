import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chained, genesis, type Link, linkIn } from './chain.ts';
import { recordFiles, recordTexts, withRecord } from './record-files.ts';
import { readSeal, writeSeal } from './seal.ts';
import { type NamedSeal, verifyRecord } from './verify.ts';

const folderWith = async (lines: number): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-audit-'));
  await append(folder, lines);
  return folder;
};

const append = (folder: string, lines: number): Promise<Link | undefined> =>
  withRecord(folder, async (record) => {
    const from = record.last.n + 1;
    for (let n = from; n < from + lines; n += 1) record.append([{ ts: '2026-01-01T00:00:00.000Z', kind: 'observed', said: `line ${n}` }]);
    return record.last;
  });

const fileOf = (folder: string): string => join(folder, recordFiles(folder)[0] ?? '');

/** Replaces the lines of the record. */
function rewrite(folder: string, change: (lines: string[]) => readonly string[]): void {
  const path = fileOf(folder);
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const faultsIn = (folder: string, seals: readonly NamedSeal[] = []) =>
  verifyRecord(recordTexts(folder), seals).faults.map(({ n, what }) => `${n} ${what}`);

test('a record that was only appended to has no fault, over several openings', async () => {
  const folder = await folderWith(3);
  await append(folder, 2);
  expect(verifyRecord(recordTexts(folder), [])).toMatchObject({ lines: 5, last: { n: 4 }, faults: [] });
});

test.each<[string, (lines: string[]) => readonly string[], readonly string[]]>([
  ['changed', (lines) => lines.map((line) => line.replace('line 2', 'line two')), ['2 changed']],
  ['changed at the end', (lines) => lines.map((line) => line.replace('line 5', 'line five')), ['5 changed']],
  ['removed', (lines) => lines.toSpliced(2, 1), ['2 removed']],
  ['removed in a row', (lines) => lines.toSpliced(1, 3), ['1 removed']],
  ['removed at the beginning', (lines) => lines.slice(1), ['0 removed']],
  ['repeated', (lines) => lines.toSpliced(3, 0, lines[2] ?? ''), ['2 out of order']],
  ['swapped', ([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest], ['1 removed', '1 out of order']],
  ['written anew, with a hash of its own', (lines) => lines.with(2, forged(lines[1] ?? '')), ['3 added']],
  ['spoiled', (lines) => lines.with(2, '{}'), ['2 not a line', '2 removed']],
])('a line that was %s is reported by its number', async (_, change, faults) => {
  const folder = await folderWith(6);
  rewrite(folder, change);
  expect(faultsIn(folder)).toEqual(faults);
});

/** A forged line in the right format, to replace the one after `before`. */
const forged = (before: string): string =>
  chained(linkIn(before) ?? genesis, { ts: '2026-01-01T00:00:00.000Z', kind: 'observed', said: 'all is well' }).text;

test('a record that was cut before a seal is reported, whichever seal is named', async () => {
  const folder = await folderWith(6);
  const { hash = '' } = linkIn(readFileSync(fileOf(folder), 'utf8').split('\n')[4] ?? '') ?? {};
  rewrite(folder, (lines) => lines.slice(0, 3));
  expect(verifyRecord(recordTexts(folder), [{ n: 4, hash, by: 'the journal of a' }]).faults).toEqual([
    { n: 3, file: null, line: null, what: 'cut', detail: 'the journal of a names line 4: lines 3 to 4 are missing' },
  ]);
});

test('a record that was written again from a line on does not fit its seal', async () => {
  const folder = await folderWith(3);
  expect(faultsIn(folder, [{ n: 1, hash: 'f'.repeat(64), by: 'seal.json' }])).toEqual(['1 not as sealed']);
});

test('any single changed byte of a line is found', async () => {
  const folder = await folderWith(4);
  const whole = readFileSync(fileOf(folder));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ by;
      writeFileSync(fileOf(folder), changed);
      expect(verifyRecord(recordTexts(folder), []).faults.length + (changed.at(-1) === 10 ? 0 : 1)).toBeGreaterThan(0); // without its line break, the last line is torn
    }),
  );
});

test('part of a line left by a killed process is skipped, and cut off by the next writer', async () => {
  const folder = await folderWith(2);
  appendFileSync(fileOf(folder), '{"prev":"00');
  expect(faultsIn(folder)).toEqual([]);
  await append(folder, 1);
  expect(verifyRecord(recordTexts(folder), [])).toMatchObject({ lines: 3, faults: [] });
});

test('writing continues after a line that someone spoiled, and the fault stays visible', async () => {
  const folder = await folderWith(2);
  appendFileSync(fileOf(folder), 'nonsense\n');
  await append(folder, 1);
  expect(faultsIn(folder)).toEqual(['2 not a line']);
});

test('a seal is read as it was written', async () => {
  const folder = await folderWith(1);
  expect(readSeal(folder)).toBeUndefined();
  writeSeal(folder, { n: 0, hash: 'a'.repeat(64) });
  expect(readSeal(folder)).toEqual({ n: 0, hash: 'a'.repeat(64) });
});

test('what two processes append at once is one chain', async () => {
  const folder = await folderWith(0);
  await Promise.all([append(folder, 20), append(folder, 20), append(folder, 20)]);
  expect(verifyRecord(recordTexts(folder), [])).toMatchObject({ lines: 60, faults: [] });
});
