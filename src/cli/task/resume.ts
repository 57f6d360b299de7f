/** `artoo resume [task]`: continues a task that was stopped or cancelled, or whose model failed; `--drop` ends it for good. */
import { dropTask } from '../../app/drop-task.ts';
import { isResumable, resumeTask } from '../../app/resume-task.ts';
import type { Artoo } from '../../app/tasks.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { resumePlaceIn } from '../../history/replay/resume-place.ts';
import { newestElsewhere, type Resumable, type ResumableTasks, resumableTasks } from '../../history/tasks/resumable.ts';
import { runningIn } from '../../history/tasks/running-in.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { continueFlags, type Flag } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { fromHere } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { continueTask } from './continue-task.ts';
import { findAnywhere } from './find-anywhere.ts';
import { namedTask } from './named-task.ts';
import { elsewhereSentence } from './unfinished.ts';

const flags: readonly Flag[] = [
  { name: 'drop', help: 'end the task for good instead: artoo does not mention or resume it again' },
  ...continueFlags,
];

export const resume: Command = {
  name: 'resume',
  usage: 'artoo resume [options] [task]',
  flags,
  summary: `Continues a task that did not finish because it was killed, terminated or
cancelled with Ctrl+C, its machine went down, or its model failed or gave
unreadable answers. What it did is taken from its journal, and nothing is done
twice: for a call that was under way, artoo finds out whether it took effect,
repeats it where that is safe, or asks you. The task keeps its folder,
its workspace and what is left of its time, tokens and money; --model gives it
another model. A cancelled task, or one that its model ended, continues under a
new id; artoo undo with that id undoes all of it. Without an id, continues the
newest such task of this folder. The beginning or the last characters of an id
are enough.

${flagHelp(flags)}

Exit code as for a goal (artoo --help); ${exits.usage} when there is nothing to resume.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'resume takes one task at a time');
    const here = fromHere(given, terminal.cwd);
    const data = await quickDataFolder(here, terminal);
    if (given.drop) return drop(data, wanted, terminal);
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const go = async (task: TaskFile) => {
      const begin = async (artoo: Artoo) => {
        const running = await resumeTask(artoo, data, task, signal);
        if (running.id !== task.task_id) terminal.note(`artoo: ${shortId(task.task_id)} continues as ${shortId(running.id)}`);
        return running;
      };
      const place = (await isResumable(data, task)) === 'stopped' ? undefined : await resumePlaceIn(task, signal);
      return continueTask({ task, data, flags: here, begin, ...(place && { at: place.at }) }, terminal);
    };
    if (wanted === undefined) return resumeNewest(data, terminal, go);
    return go(await findAnywhere({ data, given: here, terminal }, wanted));
  },
};

/** The newest task of this folder. Skips damaged tasks, with a note. */
async function resumeNewest(data: string, { note, cwd }: Terminal, go: (task: TaskFile) => Promise<number>): Promise<number> {
  const { here, elsewhere, left } = await resumableTasks(data, cwd);
  for (const [at, task] of here.entries()) {
    const others = here.length - at - 1 + elsewhere.length;
    const more = others === 0 ? '' : ` (${others} more: artoo log --state resumable)`;
    note(`artoo: ${shortId(task.task_id)}: ${visible(oneLine(task.goal, 120))}${more}`);
    try {
      return await go(task);
    } catch (thrown) {
      if (at === here.length - 1 || !(thrown instanceof ArtooError) || thrown.code !== 'journal_corrupt') throw thrown;
      note(`artoo: it cannot be resumed: ${visible(thrown.message)}`);
      note(`artoo: artoo resume --drop ${shortId(task.task_id)} ends it for good`);
    }
  }
  const newest = await newestElsewhere(data, cwd, Date.now(), { elsewhere });
  throw new ArtooError('nothing_to_resume', nothingToResume({ left, newest, cwd, running: await runningIn(data, cwd) }));
}

type Nothing = Pick<ResumableTasks, 'left'> & {
  readonly cwd: string;
  readonly running: TaskId | undefined;
  readonly newest: Resumable | undefined;
};

const nothingToResume = ({ left, newest, cwd, running }: Nothing): string =>
  [
    `no task in ${visible(cwd)} can be resumed`,
    ...(running === undefined ? [] : [`${shortId(running)} is running in another artoo process`]),
    ...(newest === undefined ? [] : [elsewhereSentence(newest)]),
    ...(left === 0
      ? []
      : [`${left} halted or never started: artoo log --state unfinished lists them, and artoo resume --drop ends one for good`]),
  ].join('; ');

async function drop(data: string, wanted: string | undefined, terminal: Terminal): Promise<number> {
  if (wanted === undefined)
    throw new ArtooError('usage', '--drop needs a task; artoo log --state unfinished lists those that can be dropped');
  const task = await namedTask({ data, wanted, isTold: false, isActing: true }, terminal);
  const { note } = terminal;
  const { hasChanges } = await dropTask(data, task);
  const id = shortId(task.task_id);
  note(`Dropped. It will not be mentioned or resumed again; artoo log ${id} still shows it.`);
  if (hasChanges) note(`What it changed on disk stays. To undo it: artoo undo ${id}`);
  return exits.ok;
}
