import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { Change } from '../changes/change.ts';
import { copyJudged, judgedContent, judgedContentNow } from './judged-content.ts';

/** A new file with the content that was judged, and the content that it has now. */
function change(judged: string, now: string): Change & { readonly from: string } {
  const from = join(scratch(), 'staged');
  writeFileSync(from, now);
  const after = { kind: 'file', mode: 0o644, uid: 0, gid: 0, size: judged.length, mtime_ms: 1, hash: hash('sha256', judged) } as const;
  return { path: '/p/x', before: null, after, from, stamp: null };
}

test.each([
  ['good', 'good', 'good'],
  ['good', 'evil', undefined],
  ['good', 'good and more', undefined],
  ['good', '', undefined],
])('%j that has become %j reads as %j', async (judged, now, expected) => {
  const one = change(judged, now);
  expect((await judgedContent(one, 99))?.toString()).toBe(now.startsWith(judged) ? judged : expected);
  expect(judgedContentNow(one, 99)?.toString()).toBe(expected);
  const to = join(scratch(), 'copy');
  expect(await copyJudged(one, to)).toBe(expected !== undefined);
  if (expected !== undefined) expect(readFileSync(to, 'utf8')).toBe(expected);
});

test('what is longer than wanted is not read', async () => {
  expect(await judgedContent(change('good', 'good'), 3)).toBeUndefined();
});
