import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { journaledBoard } from './journaled-board.ts';

const update = (before: string, after: string, value: number) => ({ kind: 'update', before, after, patch: [{ path: ['at'], value }] });
const foreign = (before: string, after: string) => ({ kind: 'foreign', before, after, patch: [{ path: ['at'], value: 9 }] });
const unwritten = { kind: 'refusal', what: 'unwritten', after: 'a' };
const turn = { kind: 'intent', what: 'turn', after: 'b' };

test.each([
  ['one update', [update('a', 'd', 1)], { at: 1 }],
  ['several, with a turn between them', [update('a', 'b', 1), turn, update('b', 'd', 2)], { at: 2 }],
  ['one that others follow, not yet written', [update('a', 'd', 1), update('d', 'e', 2)], { at: 1 }],
  ['some of what was known before', [update('x', 'a', 0), update('a', 'd', 1)], { at: 1 }],
  ['one that never happened, and then another', [update('a', 'c', 1), unwritten, update('a', 'd', 2)], { at: 2 }],
  ['a board that was as it is now before', [update('a', 'd', 1), update('d', 'a', 2), update('a', 'd', 3)], { at: 3 }],
  ['an edit by hand', [update('a', 'b', 1), foreign('b', 'd')], undefined],
  ['an edit by hand that is not noted yet', [update('a', 'b', 1)], undefined],
  ['a gap', [update('a', 'b', 1), update('c', 'd', 2)], undefined],
  ['another board', [update('b', 'd', 1)], undefined],
  ['nothing', [], undefined],
])('from the known board to the one that is there: %s', (_, entries, said) => {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  expect(journaledBoard(journal, { hash: 'a', board: { at: 0 } }, 'd')).toEqual(said);
});

test('without a journal, nothing is known of others', () =>
  expect(journaledBoard('/nonexistent/journal.jsonl', { hash: 'a', board: {} }, 'd')).toBeUndefined());
