/** A real process, killed without warning, and how another process continues what it left. */
import { expect, test } from 'vitest';
import type { TaskId } from '../src/contracts/ids.ts';
import { journalPath, reopenJournal } from '../src/journal/files.ts';
import { readJournal } from '../src/journal/reader.ts';
import { startChild } from './support/child.ts';
import { entriesOf, placeReports, reportsHost, reportsIn } from './support/fruit-reports.ts';
import { replayed } from './support/replay.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';

const task = 'reports' as TaskId;

test.each(sampled([2, 9, 17, 24, 31, 40, 48, 57, 66], 8))(
  'killed after entry %i, the task continues in another process and ends as if nothing had happened',
  async (seq) => {
    const folder = scratch();
    const child = await startChild('runs-fruit-reports.ts', [folder, `${seq}`]);
    await child.line(`entry ${seq}.`);
    await child.kill('SIGKILL');

    const place = placeReports(folder);
    const before = await readJournal(journalPath(place.data, task));
    expect(before.entries.length).toBeGreaterThan(seq);
    const { tape, writer } = reopenJournal(place.data, task);
    const result = await reportsHost(place).resume(tape, writer).result;
    expect(result).toMatchObject({ directive: 'accept', reason: 'met' });
    expect(reportsIn(place)).toEqual(['apples.txt: Report on apples\n', 'pears.txt: Report on pears\n', 'plums.txt: Report on plums\n']);
    const after = await entriesOf(place, task);
    expect(after.slice(0, before.entries.length)).toEqual(before.entries);
    expect((await replayed(reportsHost(place), after)).entries).toEqual(after);
  },
);
