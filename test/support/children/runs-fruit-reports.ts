/** Runs the fruit reports in a folder until an entry is written, reports it, and waits until it is killed. */
import { writeSync } from 'node:fs';
import { placeReports, reportsGoal, reportsHost } from '../fruit-reports.ts';
import { turns } from '../turns.ts';

const [folder = '', last = ''] = process.argv.slice(2);
const place = placeReports(folder);
const host = reportsHost(place, () => turns(3));
const task = host.start(reportsGoal(place), 'reports');
for await (const seen of host.watch({ task_id: task.id })) if ('entry' in seen && seen.entry.seq === Number(last)) break;
writeSync(1, `entry ${last}.\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
