/** Opens a journal, writes its first entry and keeps it open. */
import { parseTaskId } from '../../../src/contracts/ids.ts';
import { createJournal } from '../../../src/journal/files.ts';
import { settings } from '../parts.ts';

const [data = '', id = ''] = process.argv.slice(2);
const task_id = parseTaskId(id);
const journal = createJournal(data, task_id);
journal.append({
  kind: 'open',
  seq: 0,
  ts: new Date().toISOString(),
  format: 1,
  task_id,
  artoo: 'test',
  settings,
});
journal.flush();
process.stdout.write('ready\n');
setInterval(() => {}, 1000);
