/** Leaves memories of a given size in the inbox, and prints the resulting error. */
import { leaveInInbox } from '../../../src/memory/transfer/inbox.ts';
import { samples } from '../samples.ts';

process.on('SIGXFSZ', () => {}); // exceeding the file limit is then an error like any other
const [folder = '', length = '0'] = process.argv.slice(2);
const told = await leaveInInbox(folder, [{ ...samples.Megram, content: 'x'.repeat(Number(length)) }]).then(
  () => 'left',
  (error) => error.code,
);
process.stdout.write(`${told}\n`);
