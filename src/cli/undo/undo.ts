/** `artoo undo [task]`: undoes what a task changed on disk, all of it or nothing. */
import { newestUndo, pickUndo, type TaskChanges } from '../../app/undo.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isSameFolder, realPath, taskHeads } from '../../history/tasks/task-folder.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { summarize } from '../../history/tasks/task-summary.ts';
import { type ChangeStore, openChanges } from '../../tools/changes/change-store.ts';
import { undoableRows } from '../../view/asking/undo-lines.ts';
import { ago } from '../../view/spans.ts';
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
  summary: `Undoes the changes that a task made on disk, through tools or commands: the
content and permissions of files are restored, and what the task created is
removed. Without an id, or with the word last, undoes the newest task of this
folder that changed something and has not been undone; the beginning or the last
characters of an id are enough. First shows what would be done, and asks. If
anything has changed since, nothing is done. An undo can itself be undone.

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
    const named = wanted === undefined || wanted === 'last' ? undefined : pickUndo(tasks, parseTaskId(wanted));
    const { here, elsewhere } = named ? { here: named } : await newestUndo(tasks, await isIn(terminal.cwd, data, changes));
    const plan = here && (await changes.planUndo(here.id));
    if (!plan) return nothingToUndo(nothingHere(elsewhere, terminal.cwd), given.json === true, terminal);
    const about = await aboutTask(plan.id, data, Date.now());
    return undoTask(plan, { data, changes, isSure: given.yes === true, json: given.json === true, signal, about }, terminal);
  },
};

/** The goal of a task, and how long ago it began; empty for a command that was tried. */
async function aboutTask(id: string, data: string, now: number): Promise<string> {
  const task = (await findTasks(data)).find(({ task_id }) => task_id === id);
  const summary = task && (await summarize(task));
  if (!summary || summary.state === 'unreadable') return '';
  return `"${visible(oneLine(summary.goal, 80))}", ${ago(now - Date.parse(summary.started))}`;
}

/** A task belongs to the folder that it worked in; a tried command, which has no journal, to every folder that contains something that it changed. */
async function isIn(cwd: string, data: string, changes: ChangeStore): Promise<(task: TaskChanges) => Promise<boolean>> {
  const headOf = await taskHeads(data);
  return async ({ id }) => {
    const folder = (await headOf(id))?.cwd;
    if (folder !== undefined) return isSameFolder(folder, cwd);
    const plan = await changes.planUndo(id);
    return plan?.steps.some(({ path }) => isBelow(path, realPath(cwd))) ?? false;
  };
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Tasks of other folders are undone only if they are named. */
function nothingHere(elsewhere: TaskChanges | undefined, cwd: string): string {
  if (!elsewhere) return 'There is nothing to undo.';
  const { id, titles } = elsewhere;
  const what = visible(oneLine(titles[0] ?? '', 60));
  return `There is nothing to undo in ${visible(cwd)}. The latest change was made in another folder (${what}): artoo undo ${shortId(id)} undoes it.`;
}

async function list(tasks: readonly TaskChanges[], data: string, json: boolean, terminal: Terminal): Promise<number> {
  if (tasks.length === 0 && !json) terminal.print(`No task in ${visible(data)} has changed anything.`);
  const headOf = await taskHeads(data);
  for (const task of tasks) {
    if (json) printJson(task, terminal);
    else for (const line of undoableRows(task, Date.now(), await goalOf(task, headOf))) terminal.print(line);
  }
  return exits.ok;
}

/** The goal of the task, for an undo that of the task that it undid; undefined if neither has a journal. */
async function goalOf({ id, undo_of }: TaskChanges, headOf: Awaited<ReturnType<typeof taskHeads>>): Promise<string | undefined> {
  const undone = undo_of === undefined ? undefined : await headOf(undo_of);
  return undo_of === undefined || !undone ? (await headOf(id))?.goal : `undo of ${shortId(undo_of)}: ${undone.goal}`;
}
