/** `artoo resume [task]`: continues a task that was stopped before its end. */
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { readTasks, unfinishedTasks } from '../../history/tasks/task-index.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import { summarize } from '../../history/tasks/task-summary.ts';
import { journalPath } from '../../journal/files.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { continueFlags } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { fromHere } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { continueTask } from './continue-task.ts';

export const resume: Command = {
  name: 'resume',
  usage: 'artoo resume [options] [task]',
  flags: continueFlags,
  summary: `Continues a task that was stopped before its end: killed, terminated, or on a machine that went down. What it has
done is taken from its journal, and nothing is done twice: a call that was under way is looked up, repeated where that
is safe, or asked about. The task keeps its folder, its workspace and what is left of its time, tokens and money.
Without an id, the newest unfinished task; the beginning of an id is enough.

${flagHelp(continueFlags)}

Exit code of the task, or ${exits.usage} when there is nothing to resume.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, continueFlags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'resume takes one task at a time');
    const flags = fromHere(given, terminal.cwd);
    const data = await quickDataFolder(flags, terminal);
    const resumeTask = (task: TaskFile) => continueTask({ task, data, flags, begin: (artoo) => artoo.resume(task.task_id) }, terminal);
    if (wanted === undefined) return resumeNewest(data, terminal, resumeTask);
    const task = await findTask(data, wanted);
    if ((await summarize(task)).state === 'ended') throw new ArtooError('task_over', `${task.task_id} has ended`);
    return resumeTask(task);
  },
};

/** Skips tasks that halted, which would only halt again (their id resumes them), and, with a note, damaged ones. */
async function resumeNewest(data: string, { note }: Terminal, resumeTask: (task: TaskFile) => Promise<number>): Promise<number> {
  const unfinished = await unfinishedTasks(data);
  const resumable = unfinished.filter(({ halted, goal }) => halted === null && goal !== '');
  for (const [at, { task_id, goal }] of resumable.entries()) {
    const others = resumable.length - at - 1;
    note(`artoo: ${visible(oneLine(goal, 120))}${others === 0 ? '' : ` (${others} more: artoo log --state unfinished)`}`);
    try {
      return await resumeTask({ task_id, path: journalPath(data, task_id) });
    } catch (thrown) {
      if (others === 0 || !(thrown instanceof ArtooError) || thrown.code !== 'journal_corrupt') throw thrown;
      note(`artoo: it cannot be resumed: ${visible(thrown.message)}`);
    }
  }
  const { tasks: running } = await readTasks(data, { state: 'running', limit: 1 });
  throw new ArtooError('usage', nothingToResume(unfinished.length - resumable.length, data, running[0]?.task_id));
}

const nothingToResume = (left: number, data: string, running: TaskId | undefined): string =>
  [
    `no task in ${visible(data)} can be resumed`,
    ...(running === undefined ? [] : [`${running} is running`]),
    ...(left === 0 ? [] : [`${left} halted or never started: artoo log --state unfinished lists them`]),
  ].join('; ');
