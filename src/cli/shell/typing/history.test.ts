import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

test('of a very long text the beginning is there in the next shell, with a sign that it was cut', async () => {
  const path = file();
  await (await openHistory(path, {})).add(`count ${'x'.repeat(200_000)}`);
  const [kept = ''] = (await openHistory(path, {})).entries;
  expect([kept.length, kept.slice(0, 8), kept.endsWith('x\n…')]).toEqual([50_000, 'count xx', true]);
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

  test('and cannot be read is no history, and what is sent is kept for this shell', async () => {
    const path = file();
    mkdirSync(path, { recursive: true }); // a folder in its place
    const history = await openHistory(path, {});
    expect(await history.add('a')).toBe('EISDIR');
    expect(history.entries).toEqual(['a']);
    chmodSync(path, 0o700);
  });
});
