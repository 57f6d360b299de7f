import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../../test/support/scratch.ts';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { openHistory } from './history.ts';

const file = () => join(scratch(), 'data', 'history');

test('what was sent is there in the next shell, in order, whatever lines it has', async () => {
  const path = file();
  const first = await openHistory(path, {});
  for (const text of ['one', 'two\nlines', '  日本語 🙂  ', 'one']) expect(await first.add(text)).toBeUndefined();
  expect((await openHistory(path, {})).entries).toEqual(['one', 'two\nlines', '日本語 🙂', 'one']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the same text twice in a row, and no text, are not kept', async () => {
  const history = await openHistory(file(), {});
  for (const text of ['a', 'a', ' ', '']) await history.add(text);
  expect(history.entries).toEqual(['a']);
});

test('a very long text is there whole in the next shell, and the file stays small', async () => {
  const path = file();
  const long = `count ${'🙂x'.repeat(100_000)}\nend`;
  await (await openHistory(path, {})).add(long);
  expect((await openHistory(path, {})).entries).toEqual([long]);
  expect(statSync(path).size).toBeLessThan(200);
  expect(statSync(join(`${path}-long`, readdirSync(`${path}-long`)[0] ?? '')).mode & 0o777).toBe(0o600);
});

test('of long texts the newest are kept, and one whose file is gone, changed or too long is not an entry: a part is never sent as the whole', async () => {
  const path = file();
  const history = await openHistory(path, {});
  for (let at = 0; at < 25; at += 1) await history.add(`${at} ${'x'.repeat(60_000)}`);
  await history.add('y'.repeat(5 * 1024 * 1024));
  await history.add('short');
  expect(history.entries).toHaveLength(27);
  const { entries } = await openHistory(path, {});
  expect([entries.length, entries.at(-1), entries.at(-2)?.slice(0, 3)]).toEqual([21, 'short', '24 ']);
  for (const name of readdirSync(`${path}-long`)) writeFileSync(join(`${path}-long`, name), 'other');
  expect((await openHistory(path, {})).entries).toEqual(['short']);
});

test('what an earlier artoo cut is not an entry', async () => {
  const path = file();
  mkdirSync(join(path, '..'));
  writeFileSync(path, `${JSON.stringify(`${'x'.repeat(49_998)}\n…`)}\n"whole"\n`);
  expect((await openHistory(path, {})).entries).toEqual(['whole']);
});

test('keys are redacted before they are kept', async () => {
  const path = file();
  const history = await openHistory(path, { MY_API_KEY: 'abcdefgh12345678' });
  await history.add('use abcdefgh12345678 for it');
  expect(readFileSync(path, 'utf8')).not.toContain('abcdefgh12345678');
});

test('several shells share one file', async () => {
  const path = file();
  const [one, other] = [await openHistory(path, {}), await openHistory(path, {})];
  await Promise.all([one.add('from one'), other.add('from the other')]);
  expect(new Set((await openHistory(path, {})).entries)).toEqual(new Set(['from one', 'from the other']));
});

describe('a file that is not as we wrote it', () => {
  function with_(content: string): string {
    const path = file();
    mkdirSync(join(path, '..'));
    writeFileSync(path, content);
    return path;
  }

  test('gives what can be read of it, without control characters', async () => {
    const path = with_('plain text\n"\\u001b[2Jgood\\u0007"\n{"not":"text"}\n\u0000\u0001\n"last"\n"cut off');
    expect((await openHistory(path, {})).entries).toEqual(['good', 'last']);
  });

  test('of 100 MB is opened quickly, keeps its newest entries, and is made shorter', async () => {
    const path = with_('');
    const line = `${JSON.stringify('x'.repeat(1_000))}\n`;
    for (let written = 0; written < 100; written += 1) appendFileSync(path, line.repeat(1_047));
    appendFileSync(path, '"the newest"\n');
    const before = workedMs();
    const { entries } = await openHistory(path, {});
    expect(workedMs() - before).toBeLessThan(1_000);
    expect(entries.at(-1)).toBe('the newest');
    expect(statSync(path).size).toBeLessThan(2 * 1024 * 1024);
  });

  test('and cannot be read is not history, and what is sent is kept for this shell', async () => {
    const path = file();
    mkdirSync(path, { recursive: true }); // a folder in its place
    const history = await openHistory(path, {});
    expect(await history.add('a')).toBe('EISDIR');
    expect(history.entries).toEqual(['a']);
    chmodSync(path, 0o700);
  });
});
