/** Compresses a journal and prints the result. Ends itself, without warning, before its `step`th change of the disk, if one is given. */
import { compressJournal } from '../../../src/journal/compress.ts';

process.on('SIGXFSZ', () => {}); // a file limit then is an error like any other
const [path = '', step = '0'] = process.argv.slice(2);
let steps = 0;
const before = () => {
  steps += 1;
  if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
};
const told = await compressJournal(path, new AbortController().signal, before).catch((error) => ({ code: error.code }));
process.stdout.write(`${JSON.stringify(told)}\n`);
