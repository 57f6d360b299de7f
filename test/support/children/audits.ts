/** Audits the journals of a data folder, once or again and again, and prints after each pass how many entries were new, or the error. */
import { createAuditor } from '../../../src/audit/auditor.ts';
import { ArtooError } from '../../../src/contracts/errors.ts';
import { findTasks } from '../../../src/history/tasks/task-list.ts';

process.on('SIGXFSZ', () => {}); // a file limit then is an error like any other
const [data = '', how = 'once'] = process.argv.slice(2);
const now = () => Date.now() + 86_400_000; // all windows are over
process.stdout.write('begins\n');
do {
  try {
    const { entries } = await createAuditor({ data, journals: () => findTasks(data), now }).pass();
    process.stdout.write(`read ${entries}\n`);
  } catch (error) {
    process.stdout.write(`${error instanceof ArtooError ? error.code : error}\n`);
  }
} while (how === 'always');
