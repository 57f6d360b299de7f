/** `artoo undo [task]`: undoes what a task changed on disk, all of it or nothing. */
import { pickUndo, type TaskChanges } from '../../app/undo.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { undoableRows } from '../../view/asking/undo-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';
import { recoverFirst } from './recover.ts';
import { nothingToUndo, undoTask } from './undo-task.ts';

const flags: readonly Flag[] = [
  { name: 'list', help: 'list what tasks changed, newest first' },
  { name: 'yes', help: 'do it without asking' },
  { name: 'json', help: 'print one JSON object; with --list, one per task' },
  dataFlag,
];

export const undo: Command = {
  name: 'undo',
  usage: 'artoo undo [options] [task]',
  flags,
  summary: `Undoes what a task changed on disk, whether by a tool or by a command: files get back their content and permissions,
and what was created is removed. Without an id, undoes the newest task that is not undone yet; the beginning of an id
is enough. What it would do is shown first, and done on your yes. If anything has changed since, nothing is done.
An undo can itself be undone.

${flagHelp(flags)}

Exit code 0 when it was undone, ${exits.notDone} when it was not.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'undo takes one task at a time');
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const data = await quickDataFolder(given, terminal);
    const changes = openChanges(data);
    await recoverFirst(changes, terminal, signal);
    const tasks = await changes.undoable();
    if (given.list) return list(tasks, data, given.json === true, terminal);
    const task = pickUndo(tasks, wanted === undefined ? undefined : parseTaskId(wanted));
    const plan = task && (await changes.planUndo(task.id));
    if (!plan) return nothingToUndo('There is nothing to undo.', given.json === true, terminal);
    return undoTask(plan, { changes, isSure: given.yes === true, json: given.json === true, signal }, terminal);
  },
};

function list(tasks: readonly TaskChanges[], data: string, json: boolean, terminal: Terminal): number {
  if (tasks.length === 0 && !json) terminal.print(`No task in ${visible(data)} has changed anything.`);
  for (const task of tasks) {
    if (json) printJson(task, terminal);
    else for (const line of undoableRows(task, Date.now())) terminal.print(line);
  }
  return exits.ok;
}
