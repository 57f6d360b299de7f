/** `artoo fork <task> --at <entry>`: a new task that shares the log of another up to an entry. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Artoo, ForkOptions } from '../../app/tasks.ts';
import type { Flags } from '../../config/config-layers.ts';
import { readConstants } from '../../config/control-constants.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import type { Settled } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { forkPlaceIn } from '../../history/replay/fork-place.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import { compressedPath, journalPath } from '../../journal/files.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { type Command, exits } from '../command.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { type Flag, forkFlags, withFlag } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { fromHere, textOf } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { continueTask } from './continue-task.ts';
import { findAnywhere } from './find-anywhere.ts';

const flags: readonly Flag[] = [
  { name: 'at', value: '<entry>', help: 'the first entry that is not shared; artoo log <task> shows the numbers' },
  { ...withFlag, help: 'a different constant for the controller: epsilon=0.05; repeatable' },
  { name: 'cwd', value: '<folder>', help: "another folder to continue in, even on another machine (default: the task's own)" },
  ...forkFlags,
];

export const fork: Command = {
  name: 'fork',
  usage: 'artoo fork [options] <task> --at <entry>',
  flags,
  summary: `Starts a new task that shares another task's log up to an entry and continues
from there, with the models configured now and, if you like, with other
constants or caps. Files are not restored: what the other task changed on disk
stays changed. The other task itself is not touched. With --bus, it may be a
task of another machine. With --cwd, the new folder replaces the old one in the
log; it should contain what the task had done up to that entry.

${flagHelp(flags)}

Exit code as for a goal (artoo --help); ${exits.usage} when the task cannot be forked at
that entry.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (wanted === undefined || more !== undefined) throw new ArtooError('usage', 'fork takes one task: artoo fork <task> --at <entry>');
    const here = fromHere(given, terminal.cwd);
    const at = placeIn(textOf(here, 'at'));
    const control = Array.isArray(given.with) ? readConstants(given.with) : {};
    const data = await quickDataFolder(here, terminal);
    const task = await findAnywhere({ data, given: here, terminal }, wanted);
    const cwd = given.cwd === undefined ? undefined : await existingFolder(resolve(terminal.cwd, textOf(here, 'cwd') ?? '.'));
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    await forkPlaceIn(task, at, signal); // errors in the command line are reported before a model is chosen
    const begin = async (artoo: Artoo, settled: Settled) => {
      const made = await artoo.fork(task.task_id, {
        at,
        signal,
        ...(cwd !== undefined && { cwd }),
        ...copyOf(data, task),
        ...changes(here, settled, control),
      });
      const undo = await openChanges(data).planUndo(task.task_id);
      if (undo && undo.steps.length > 0) terminal.note(`artoo: what ${shortId(task.task_id)} changed on disk stays changed`);
      return made;
    };
    return continueTask({ task, data, flags: here, begin, at, cwd, ...(here.plan && { review: true }) }, terminal);
  },
};

/** A task of another machine is forked from a copy of its log. */
const copyOf = (data: string, { task_id, path }: TaskFile): Pick<ForkOptions, 'copy'> =>
  existsSync(journalPath(data, task_id)) || existsSync(compressedPath(journalPath(data, task_id))) ? {} : { copy: path };

function placeIn(text: string | undefined): number {
  if (text === undefined) throw new ArtooError('usage', 'fork needs an entry: --at <entry>; artoo log <task> shows the numbers of entries');
  if (!/^\d{1,9}$/.test(text)) throw new ArtooError('usage', '--at takes the number of an entry');
  return Number(text);
}

/** Only what the command line names differs from the origin. */
function changes(
  given: Flags,
  { task: { caps, control } }: Settled,
  constants: ForkOptions['control'],
): Omit<ForkOptions, 'at' | 'signal'> {
  const budget = given.budget !== undefined;
  return {
    control: { ...(budget && { timeBudgetMs: control.timeBudgetMs }), ...constants },
    caps: {
      ...(budget && { active_ms: caps.active_ms }),
      ...(given['max-tokens'] !== undefined && { tokens: caps.tokens }),
      ...(given['max-cost'] !== undefined && { usd: caps.usd }),
    },
    ...(given.plan && { review: true }),
  };
}
