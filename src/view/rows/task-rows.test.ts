import { expect, test } from 'vitest';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { goldenView } from '../../../test/support/task-views.ts';
import { createEntryRows } from './entry-rows.ts';
import type { Row } from './row.ts';
import { type Block, createTaskRows, type TaskRow } from './task-rows.ts';

const rowsIn = ({ items }: Block): readonly TaskRow[] => items.flatMap((item) => ('items' in item ? rowsIn(item) : [item]));
const blocksIn = ({ items }: Block): readonly Block[] => items.flatMap((item) => ('items' in item ? [item, ...blocksIn(item)] : []));

test.each(
  goldenNames.flatMap((name) => [
    { name, verbose: false },
    { name, verbose: true },
  ]),
)(
  'every row of $name that is shown is in it once, with figures where they are wanted ($verbose), and every call has its outcome',
  ({ name, verbose }) => {
    const { rows, leftOut, add } = createTaskRows({ verbose });
    for (const entry of goldenEntries(name)) add(entry);
    const told = new Set<Row['weight']>(['main', 'minor', ...(verbose ? ['figure' as const] : [])]);
    const all = goldenEntries(name)
      .flatMap(createEntryRows())
      .filter(({ weight, answers }) => told.has(weight) && answers === undefined);
    const kept = rowsIn(rows);
    expect(leftOut).toBe(0);
    expect(kept.map(({ seq, what }) => `${seq} ${what}`).toSorted()).toEqual(all.map(({ seq, what }) => `${seq} ${what}`).toSorted());
    for (const { seq, outcome } of kept) if (outcome !== undefined) expect(outcome?.answers, `${seq}`).toBe(seq);
  },
);

test('blocks are rounds, their sub-tasks and their attempts, each where it began', () => {
  const blocks = blocksIn(goldenView('another-tool').rows);
  expect(blocks.map(({ place: { round, subtask, attempt }, seq }) => `${round}.${subtask}.${attempt} at ${seq}`)).toEqual([
    '1.0.0 at 8',
    '1.1.0 at 15',
    '1.1.1 at 16',
    '1.1.2 at 30',
    '1.1.3 at 40',
    '2.0.0 at 54',
    '2.1.0 at 64',
    '2.1.1 at 65',
  ]);
});

test('a call that is under way has no outcome yet', () => {
  const [call] = rowsIn(goldenView('another-tool', 19).rows).filter(({ outcome }) => outcome !== undefined);
  expect(call).toMatchObject({ seq: 18, what: 'read_file', outcome: null });
});
