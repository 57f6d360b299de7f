/** A real process, killed without warning, and what another one makes of what it left. */
import { expect, test } from 'vitest';
import type { TaskId } from '../src/contracts/ids.ts';
import { journalPath, reopenJournal } from '../src/journal/files.ts';
import { readJournal } from '../src/journal/reader.ts';
import { startChild } from './support/child.ts';
import { entriesOf, errandHost, placeErrands, reportsIn } from './support/errands.ts';
import { replayed } from './support/replay.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';

const task = 'errands' as TaskId;

test.each(sampled([2, 9, 17, 24, 31, 40, 48, 57, 66], 8))(
  'killed after entry %i, the task goes on in another process and ends as if nothing had happened',
  async (seq) => {
    const folder = scratch();
    const child = await startChild('runs-errands.ts', [folder, `${seq}`]);
    await child.line(`entry ${seq}.`);
    await child.kill('SIGKILL');

    const errands = placeErrands(folder);
    const before = await readJournal(journalPath(errands.data, task));
    expect(before.entries.length).toBeGreaterThan(seq);
    const { tape, writer } = reopenJournal(errands.data, task);
    const result = await errandHost(errands).resume(tape, writer).result;
    expect(result).toMatchObject({ directive: 'accept', reason: 'met' });
    expect(reportsIn(errands)).toEqual(['apples.txt: Report on apples\n', 'pears.txt: Report on pears\n', 'plums.txt: Report on plums\n']);
    const after = await entriesOf(errands, task);
    expect(after.slice(0, before.entries.length)).toEqual(before.entries);
    expect((await replayed(errandHost(errands), after)).entries).toEqual(after);
  },
);
