/** Runs the errands in a folder and prints the number of every entry, until it is done or killed. */
import { setTimeout as delay } from 'node:timers/promises';
import { errandGoal, errandHost, placeErrands } from '../errands.ts';

const [folder = ''] = process.argv.slice(2);
const errands = placeErrands(folder);
const host = errandHost(errands, () => delay(2));
const task = host.start(errandGoal(errands), 'errands');
for await (const seen of host.watch({ task_id: task.id })) if ('entry' in seen) process.stdout.write(`entry ${seen.entry.seq}.\n`);
await task.result;
