/** Appends until the journal cannot grow any more, and prints the error. */
import { ArtooError } from '../../../src/contracts/errors.ts';
import { parseTaskId } from '../../../src/contracts/ids.ts';
import { createJournal } from '../../../src/journal/files.ts';
import { settings } from '../parts.ts';

process.on('SIGXFSZ', () => {}); // a file limit then is an error like any other
const [data = '', id = ''] = process.argv.slice(2);
const task_id = parseTaskId(id);
const ts = new Date().toISOString();
const journal = createJournal(data, task_id);
journal.append({ kind: 'open', seq: 0, ts, format: 1, task_id, artoo: 'test', settings });
try {
  for (let seq = 1; seq < 10_000; seq += 1) {
    journal.append({ kind: 'halt', seq, ts, code: 'stalled', detail: 'x'.repeat(777) });
    if (seq % 10 === 0) journal.flush();
  }
} catch (error) {
  process.stdout.write(`${error instanceof ArtooError ? error.code : error}\n`);
}
await journal.close();
