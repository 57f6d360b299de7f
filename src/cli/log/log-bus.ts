/** `artoo log --bus`: the tasks of a realm, or one of them in full, even while other machines work on them. */
import { existsSync } from 'node:fs';
import { type LogCopies, withLogCopies } from '../../app/bus/log-copies.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { taskAmong } from '../../history/tasks/find-task.ts';
import { readTasks } from '../../history/tasks/task-index.ts';
import { journalPath } from '../../journal/files.ts';
import { shownBus } from '../../laws/network/bus-address.ts';
import { namedBus } from '../bus/named-bus.ts';
import type { Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import type { Asked, Listed } from './log.ts';
import { type How, logTask } from './log-task.ts';

type Called = { readonly data: string; readonly given: Parsed['flags']; readonly terminal: Terminal };

/** The wanted tasks. A fault in a log is noted, and whatever could be read of it is used. */
export async function listFromBus({ data, given, terminal }: Called, { filter, isFiltered, limit, signal }: Asked): Promise<Listed> {
  const address = await namedBus({ given, terminal });
  return withLogCopies({ data, address, signal }, async (realm) => {
    const wanted = isFiltered ? realm.tasks : realm.tasks.slice(0, limit); // a filter needs the lines of every task
    const copies = await realm.completeAll(wanted);
    for (const { task_id, unread } of copies) if (unread) terminal.note(`artoo: ${shortId(task_id)} is incomplete: ${unread.message}`);
    const ids = new Set(wanted.map(({ task_id }) => task_id));
    const runningElsewhere = new Set((await realm.whereRunning(copies)).keys());
    const { tasks, total } = await readTasks(realm.folder, { ...filter, ids, limit, runningElsewhere, signal });
    return { tasks, tried: [], total: isFiltered ? total : realm.tasks.length, place: `on the bus ${shownBus(address)}` };
  });
}

/** One task, as far as its log can be read; then throws the error of a damaged log. */
export async function showFromBus(called: Called & { readonly wanted: string }, how: How): Promise<number> {
  const { data, given, terminal, wanted } = called;
  const address = await namedBus(called);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const bus = shownBus(address);
  const copy = await withLogCopies({ data, address, signal }, (realm) => copyOf(realm, wanted, bus));
  const { task_id, path, machine, unread } = copy;
  const own = existsSync(journalPath(data, task_id)) ? { data } : {}; // what was undone or dropped is known only on the machine that ran the task
  return logTask({ ...own, task_id, path, verbose: given.verbose === true, onBus: { bus, machine, unread } }, how, terminal);
}

async function copyOf(realm: LogCopies, wanted: string, bus: string) {
  const { task_id } = taskAmong(realm.tasks, wanted, `on the bus ${bus}`);
  const copy = await realm.complete(task_id);
  const running = copy.unread ? undefined : await realm.whereRunning([copy]);
  return { ...copy, unread: copy.unread, machine: running?.get(task_id) };
}
