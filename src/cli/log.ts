/** `artoo log`: the tasks so far, or one of them as a story. */

import { stat } from 'node:fs/promises';
import { dataFolder } from '../app/configure.ts';
import { homeIn } from '../app/folders.ts';
import { findTasks, pickTask, type TaskFile } from '../app/task-list.ts';
import { summarize } from '../app/task-summary.ts';
import { ArtooError } from '../contracts/errors.ts';
import { parseTaskId } from '../contracts/ids.ts';
import { oneLine } from '../contracts/shorten.ts';
import { visible } from '../contracts/visible.ts';
import type { Entry } from '../journal/entry.ts';
import { streamJournal } from '../journal/stream.ts';
import { type Command, exits, type Terminal } from './command.ts';
import { dataFlag, type Flag } from './flag-table.ts';
import { parseFlags } from './flags.ts';
import { flagHelp } from './help.ts';
import { ago } from './view/spans.ts';
import { story, telling } from './view/story.ts';
import { taskRows } from './view/task-rows.ts';
import { wrap } from './view/wrap.ts';

const mostListed = 20;

const flags: readonly Flag[] = [
  { name: 'all', help: `list all tasks, not only the last ${mostListed}` },
  { name: 'json', help: 'of the list one JSON object a task, of a task the lines of its journal' },
  dataFlag,
];

export const log: Command = {
  name: 'log',
  usage: 'artoo log [options] [task]',
  summary: `Lists the tasks, newest first: how each ended, when it was started, how long it worked, its model calls, tokens and
cost, its id and its goal. With an id, the beginning of one, or the word last: tells that task as a story.

${flagHelp(flags)}`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'log tells one task at a time');
    const data = dataFolder({ flags: given, env: terminal.env, cwd: terminal.cwd, home: homeIn(terminal.env) });
    const tasks = await findTasks(data);
    if (wanted !== undefined) return tell(find(tasks, wanted), given.json === true, terminal);
    const listed = given.all ? tasks : tasks.slice(0, mostListed);
    return given.json ? listJson(listed, terminal) : list(listed, tasks.length, data, terminal);
  },
};

/** How a command ends that was asked to stop; undefined as long as it was not. */
const stopped = ({ cancel, terminate }: Terminal): number | undefined =>
  terminate.aborted ? exits.terminated : cancel.aborted ? exits.cancelled : undefined;

async function list(tasks: readonly TaskFile[], total: number, data: string, terminal: Terminal): Promise<number> {
  if (total === 0) terminal.print(`No tasks yet in ${visible(data)}. \`artoo "goal in plain words"\` starts one.`);
  for (const task of tasks) {
    for (const row of taskRows(await summarize(task), Date.now())) terminal.print(row);
    const code = stopped(terminal);
    if (code !== undefined) return code;
  }
  if (total > tasks.length) terminal.print(`and ${total - tasks.length} more: artoo log --all`);
  return exits.ok;
}

async function listJson(tasks: readonly TaskFile[], terminal: Terminal): Promise<number> {
  for (const task of tasks) {
    terminal.print(JSON.stringify(await summarize(task)));
    const code = stopped(terminal);
    if (code !== undefined) return code;
  }
  return exits.ok;
}

function find(tasks: readonly TaskFile[], wanted: string): TaskFile {
  const id = parseTaskId(wanted);
  const found = pickTask(tasks, id);
  if (!isSeveral(found)) return found;
  if (found.length === 0) throw new ArtooError('journal_missing', tasks.length === 0 ? 'there are no tasks yet' : `there is no task ${id}`);
  const some = found.slice(0, mostListed).map(({ task_id }) => `\n  ${task_id}`);
  throw new ArtooError('id_invalid', `${id} could be one of ${found.length} tasks:${some.join('')}`);
}

const isSeveral = (found: TaskFile | readonly TaskFile[]): found is readonly TaskFile[] => Array.isArray(found);

/** Everything that a journal tells, up to where it is damaged if it is: then the error says so. */
async function tell(task: TaskFile, json: boolean, terminal: Terminal): Promise<number> {
  if (!(await stat(task.path).catch(() => undefined))?.isFile()) throw new ArtooError('journal_corrupt', `${task.path} is not a file`);
  let torn = 0;
  let isOver = false;
  let home: string | undefined;
  for await (const line of streamJournal(task.path)) {
    const code = stopped(terminal);
    if (code !== undefined) return code;
    if ('torn' in line) torn = line.torn;
    else {
      const { entry, text } = line;
      isOver = entry.kind === 'message' && entry.type === 'FinalResult';
      if (entry.kind === 'open') home = entry.settings.cwd;
      for (const row of json ? [text] : rowsOf(entry, home, terminal.width)) terminal.print(row);
    }
  }
  if (!isOver) for (const row of await unfinished(task, torn)) json ? terminal.note(row) : terminal.print(row);
  return exits.ok;
}

/** Where it was started and what for, what happened, how it ended. */
function rowsOf(entry: Entry, home: string | undefined, width: number | undefined): readonly string[] {
  if (entry.kind === 'open') {
    const { task_id, ts, settings } = entry;
    const when = `${ts} (${ago(Date.now() - Date.parse(ts))})`;
    return [...fact('task', task_id, width), ...fact('started', when, width), ...fact('in', settings.cwd, width)];
  }
  if (entry.kind === 'message' && entry.type === 'UserInput') return [...fact('goal', entry.payload.text, width), ''];
  if (entry.kind === 'message' && entry.type === 'FinalResult') return story(entry.payload, width);
  return telling(entry, { home, width });
}

const mostOfGoal = 2_000;

const fact = (name: string, text: string, width = Number.POSITIVE_INFINITY): readonly string[] =>
  wrap(`${name.padEnd(9)}${visible(oneLine(text, mostOfGoal))}`, width, 9);

async function unfinished(task: TaskFile, torn: number): Promise<readonly string[]> {
  const { state } = await summarize(task);
  if (state === 'running') return ['', 'It is still running.'];
  if (state === 'ended') return ['', 'It has ended just now: ask again.'];
  return [
    '',
    `It is unfinished: its journal ends here${torn === 0 ? '' : `, in the middle of a line (${torn} bytes of it are left out)`}.`,
  ];
}
