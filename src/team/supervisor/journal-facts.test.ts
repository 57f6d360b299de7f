import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { openJournalFacts } from './journal-facts.ts';

const letter = (id: string) => ({ act: 'letter', letter: { id, agent: 'coder-1', fencing: 1, kind: 'log', body: { detail: 'x' } } });
const update = (seq: number, before: string, after: string, id: string) => ({
  ...{
    seq,
    at: '2026-11-15T12:00:00.000Z',
    kind: 'update',
    by: 'coder-1',
    what: 'letter',
    before,
    after,
    patch: [],
    log: [],
    act: letter(id),
  },
});

function pastOf(...lines: readonly object[]) {
  const root = scratch();
  mkdirSync(join(root, '.liza'));
  writeFileSync(join(root, '.liza/journal.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return openJournalFacts(root);
}

test('a letter whose write was cut off was not admitted', () => {
  const cutOff = {
    seq: 3,
    at: '2026-11-15T12:00:01.000Z',
    kind: 'refusal',
    by: 'coder-1',
    what: 'unwritten',
    why: ['it ended'],
    after: 'b',
  };
  const past = pastOf(update(1, 'a', 'b', 'first'), update(2, 'b', 'c', 'second'), cutOff);
  expect(['first', 'second'].map(past.isAdmitted)).toEqual([true, false]);
  const again = pastOf(update(1, 'a', 'b', 'first'), update(2, 'b', 'c', 'second'), cutOff, update(4, 'b', 'd', 'second'));
  expect(['first', 'second'].map(again.isAdmitted)).toEqual([true, true]);
});

test('a planner has heard what was said before it began, if it ended its turn with a letter', () => {
  const turn = (seq: number, at: string) => ({
    seq,
    at,
    kind: 'intent',
    what: 'turn',
    id: `r${seq}`,
    by: 'planner-1',
    task: null,
    fencing: 0,
    runner: 'x',
    run: `r${seq}`,
    after: 'a',
  });
  const outcome = (seq: number, of: string, detail: string) => ({
    seq,
    at: '2026-11-15T12:30:00.000Z',
    kind: 'outcome',
    of,
    detail,
    after: 'a',
  });
  const done = pastOf(turn(1, '2026-11-15T12:00:00.000Z'), outcome(2, 'r1', 'done: planned'));
  expect(done.heard()).toBe('2026-11-15T12:00:00Z');
  expect(done.openTurn('planner-1')).toBeUndefined();
  expect(pastOf(turn(1, '2026-11-15T12:00:00.000Z'), outcome(2, 'r1', 'failed: no answer')).heard()).toBeUndefined();
  expect(pastOf(turn(1, '2026-11-15T12:00:00.000Z')).openTurn('planner-1')).toMatchObject({ run: 'r1' });
});
