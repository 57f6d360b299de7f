/** `artoo cost`: what all tasks or one of them cost. */

import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { costReport } from '../../history/cost/cost-report.ts';
import { type DreamCosts, readDreamCosts } from '../../history/cost/dream-ledger.ts';
import { readTasks } from '../../history/tasks/task-index.ts';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { costRows } from '../../view/cost/cost-rows.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { timeFlags, timesIn } from '../flags/time-flags.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';

const flags: readonly Flag[] = [...timeFlags, { name: 'json', help: 'print one JSON object' }, dataFlag];

export const cost: Command = {
  name: 'cost',
  usage: 'artoo cost [options] [task]',
  flags,
  get summary() {
    return `Shows what all tasks cost, or one of them: model and tool calls, tokens, time
and money, role by role and in all, and which tasks cost the most. The word last
means the newest task of this folder. What a fork shares with the original task
is counted once, for the original. Model calls that turn lessons into rules
between tasks are counted for R5.

${flagHelp(flags)}`; // a getter, because wrapping takes as long as listing
  },

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'cost takes one task, or none for all of them');
    const times = timesIn(given, Date.now());
    if (wanted !== undefined && Object.keys(times).length > 0) throw new ArtooError('usage', 'give a task or a time, not both');
    const data = await quickDataFolder(given, terminal);
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const isAll = wanted === undefined;
    const tasks = isAll ? (await readTasks(data, { ...times, checked: false, signal })).tasks : [await summaryOf(data, wanted, terminal)];
    if (terminal.terminate.aborted) return exits.terminated;
    if (terminal.cancel.aborted) return exits.cancelled;
    const report = costReport(tasks, isAll ? await dreamCosts(data, times, terminal) : undefined);
    if (given.json) printJson(report, terminal);
    else if (tasks.length === 0 && report.by_role.length === 0)
      terminal.print(`No tasks ${Object.keys(times).length > 0 ? 'from that time' : 'yet'} in ${visible(data)}.`);
    else for (const row of [...costRows(report), ...shared(tasks)]) terminal.print(row);
    return exits.ok;
  },
};

/** Costs of dreams that cannot be read are noted, and left out. */
async function dreamCosts(data: string, times: ReturnType<typeof timesIn>, terminal: Terminal): Promise<DreamCosts | undefined> {
  try {
    return await readDreamCosts(data, times);
  } catch (error) {
    terminal.note(`artoo: the cost of dreams is not counted: ${asArtooError(error, 'memory_unavailable').message}`);
    return undefined;
  }
}

async function summaryOf(data: string, wanted: string, terminal: Terminal): Promise<TaskSummary> {
  const [{ namedTask }, { summarize }] = await Promise.all([import('./named-task.ts'), import('../../history/tasks/task-summary.ts')]);
  const summary = await summarize(await namedTask({ data, wanted, isTold: true }, terminal));
  if (summary.state === 'unreadable') throw new ArtooError('journal_corrupt', `${summary.task_id}: ${summary.wrong}`);
  return summary;
}

/** A note about costs of a single fork that its figures leave out. */
function shared([task, ...others]: readonly TaskSummary[]): readonly string[] {
  if (!task || others.length > 0 || task.state === 'unreadable' || !task.origin) return [];
  return [`It was forked from ${shortId(task.origin.task_id)}; what the two share is counted for that task.`];
}
