/** `artoo resume [task]`: goes on with a task that was stopped before its end. */
import { dataFolder } from '../app/configure.ts';
import { findTask } from '../app/find-task.ts';
import { homeIn } from '../app/folders.ts';
import { unfinishedTasks } from '../app/task-index.ts';
import type { TaskFile } from '../app/task-list.ts';
import { ArtooError } from '../contracts/errors.ts';
import { oneLine } from '../contracts/shorten.ts';
import { visible } from '../contracts/visible.ts';
import { journalPath } from '../journal/files.ts';
import { type Command, exits, type Terminal } from './command.ts';
import { goingOnFlags } from './flag-table.ts';
import { parseFlags } from './flags.ts';
import { fromHere } from './from-here.ts';
import { goOn } from './go-on.ts';
import { flagHelp } from './help.ts';

export const resume: Command = {
  name: 'resume',
  usage: 'artoo resume [options] [task]',
  summary: `Goes on with a task that was stopped before its end: killed, terminated, or on a machine that went down. Everything
that it did is taken from its journal, nothing is done twice, and what was under way is looked up, done again where
that is safe, or asked about. It keeps its folder, its workspace and what is left of its time, tokens and money.
Without an id, the newest task that is unfinished; the beginning of an id is enough.

${flagHelp(goingOnFlags)}

Exit code: that of the task. ${exits.usage} when there is nothing to go on with.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, goingOnFlags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'resume goes on with one task at a time');
    const flags = fromHere(given, terminal.cwd);
    const data = dataFolder({ flags, env: terminal.env, cwd: terminal.cwd, home: homeIn(terminal.env) });
    const task = wanted === undefined ? await newestUnfinished(data, terminal) : await findTask(data, wanted);
    return goOn({ task, data, flags, begin: (artoo) => artoo.resume(task.task_id) }, terminal);
  },
};

/** One that halted would only halt again: it is resumed by its id. */
async function newestUnfinished(data: string, { note }: Terminal): Promise<TaskFile> {
  const unfinished = await unfinishedTasks(data);
  const [newest, ...others] = unfinished.filter(({ halted }) => halted === null);
  if (!newest) throw new ArtooError('usage', nothingToResume(unfinished.length, data));
  const { task_id, goal } = newest;
  note(`artoo: ${visible(oneLine(goal, 120))}${others.length === 0 ? '' : ` (${others.length} more: artoo log --state unfinished)`}`);
  return { task_id, path: journalPath(data, task_id) };
}

const nothingToResume = (halted: number, data: string): string =>
  halted === 0
    ? `no task in ${visible(data)} is unfinished`
    : `no task in ${visible(data)} is unfinished but for ${halted} that halted: artoo log --state unfinished lists them`;
