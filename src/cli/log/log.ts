/** `artoo log`: all tasks, or one of them in full. A list should be quick, so it does not load what only a single task needs. */
import { existsSync } from 'node:fs';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { visible } from '../../contracts/text/visible.ts';
import { statesOf, stateWords } from '../../history/tasks/state-words.ts';
import type { TaskFilter } from '../../history/tasks/task-filter.ts';
import { readTasks, type Tasks } from '../../history/tasks/task-index.ts';
import { type TriedCommand, triedFolder } from '../../history/tried/tried-record.ts';
import { fit } from '../../view/wrap.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { timeFlags, timesIn } from '../flags/time-flags.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';
import { withUndone } from './undone-tasks.ts';

const maxListed = 20;

/** `resumable` is not a state of its own: which tasks can be resumed depends on other tasks, and on the folder. */
const resumable = 'resumable';

/** Selects the commands of `artoo try`, which are not tasks. */
const tried = 'tried';

const listFlags: readonly Flag[] = [
  {
    name: 'state',
    value: '<state>',
    words: [...stateWords, resumable, tried],
    help: `only tasks in this state: ${stateWords.join(', ')}; or ${resumable}: every task that artoo resume offers here; or ${tried}: commands of artoo try`,
  },
  ...timeFlags,
  { name: 'text', value: '<words>', help: 'only tasks with all of these words in their goal, slug or id' },
  { name: 'all', help: `list all tasks, not only the last ${maxListed}` },
];

const taskFlags: readonly Flag[] = [
  { name: 'entries', help: 'print the lines of its journal' },
  { name: 'html', value: '<file>', mayBeAlone: true, help: 'write the task as one HTML page, to this file or to artoo-<task>.html here' },
  { name: 'verbose', help: 'show roles, every measurement and the codes of decisions as well' },
];

const bothFlags: readonly Flag[] = [
  { name: 'json', help: 'a list: one JSON object per task; a task: one object' },
  { name: 'bus', value: '<address>', help: 'the tasks of all machines on this bus, from their logs: nats://host:4222/realm' },
  { name: 'bus-credentials', value: '<file>', help: 'the .creds file to sign in with' },
  dataFlag,
];

const flags: readonly Flag[] = [...listFlags, ...taskFlags, ...bothFlags];

export const log: Command = {
  name: 'log',
  usage: 'artoo log [options] [task]',
  flags,
  // A getter: wrapping the text takes as long as listing the tasks.
  get summary() {
    return `Lists the tasks, newest first: how each ended, when it started, time worked,
model calls, tokens, cost, id, slug and goal. With an id, the beginning of one,
or the word last (the newest task of this folder): shows that task in full.
With --bus: the tasks of all machines on that bus. Without it: the tasks of this
data folder.

A list
${flagHelp(listFlags)}

One task
${flagHelp(taskFlags)}

Both
${flagHelp(bothFlags)}`;
  },

  async run(args, terminal) {
    const { flags: given, words } = withPage(parseFlags(args, flags));
    const [wanted, more] = words;
    if (more !== undefined) throw new ArtooError('usage', 'log shows one task at a time; --text finds tasks by words');
    refuse(given, wanted === undefined ? taskFlags : listFlags, wanted === undefined ? 'needs a task' : 'is for lists, not for one task');
    if (given['bus-credentials'] !== undefined && given.bus === undefined)
      throw new ArtooError('usage', '--bus-credentials needs --bus: without it, log shows the tasks of this data folder');
    const data = await quickDataFolder(given, terminal);
    if (given.bus !== undefined) return onBus(data, wanted, given, terminal);
    return wanted === undefined ? list(data, given, terminal) : showOne(data, wanted, given, terminal);
  },
};

/** A word after `--html` that is not a file name is the task: `artoo log --html last`. */
function withPage({ flags: given, words }: Parsed): Parsed {
  const [first, ...others] = words;
  const { html } = given;
  if (typeof html !== 'string' || isFileName(html) || (first !== undefined && !isFileName(first))) return { flags: given, words };
  return { flags: { ...given, html: first ?? true }, words: [html, ...others] };
}

const isFileName = (word: string): boolean => /[./\\]/.test(word);

function refuse(given: Parsed['flags'], others: readonly Flag[], why: string): void {
  const misplaced = others.find(({ name }) => given[name] !== undefined);
  if (misplaced) throw new ArtooError('usage', `--${misplaced.name} ${why}`);
}

async function showOne(data: string, wanted: string, given: Parsed['flags'], terminal: Terminal): Promise<number> {
  const how = howToShow(given);
  const [{ namedTask }, { logTask }] = await Promise.all([import('../task/named-task.ts'), import('./log-task.ts')]);
  try {
    const task = await namedTask({ data, wanted, isTold: true }, terminal);
    return await logTask({ ...task, data, verbose: given.verbose === true }, how, terminal); // awaited, because it may throw
  } catch (error) {
    const isMissing = error instanceof ArtooError && error.code === 'journal_missing' && existsSync(triedFolder(data));
    const { showTried } = isMissing ? await import('./tried-commands.ts') : {};
    const code = await showTried?.(data, wanted, how === 'text' || how === 'json' ? how : 'other', terminal);
    if (code === undefined) throw error;
    return code;
  }
}

async function onBus(data: string, wanted: string | undefined, given: Parsed['flags'], terminal: Terminal): Promise<number> {
  const { listFromBus, showFromBus } = await import('./log-bus.ts');
  if (wanted !== undefined) return showFromBus({ data, wanted, given, terminal }, howToShow(given));
  if (given.state === resumable || given.state === tried)
    throw new ArtooError('usage', `--state ${String(given.state)} applies to this data folder, not to --bus`);
  const asked = await askedFor(data, given, terminal);
  return printList(asked, await listFromBus({ data, given, terminal }, asked), terminal);
}

function howToShow({ json, entries, html }: Parsed['flags']): 'text' | 'json' | 'entries' | { readonly html: string | true } {
  if ([json, entries, html].filter((each) => each !== undefined).length > 1)
    throw new ArtooError('usage', 'choose one of --json, --entries and --html');
  if (html !== undefined) return { html: html === true || String(html) };
  return entries ? 'entries' : json ? 'json' : 'text';
}

async function list(data: string, given: Parsed['flags'], terminal: Terminal): Promise<number> {
  const asked = await askedFor(data, given, terminal);
  const { filter, limit, signal } = asked;
  if (given.state === tried) return (await import('./tried-commands.ts')).printTried(data, asked, terminal);
  const listed = await readTasks(data, { ...filter, limit, signal });
  const found = { ...listed, tasks: await withUndone(data, listed.tasks) };
  const hasTried = given.state === undefined && !asked.json && existsSync(triedFolder(data));
  const commands = hasTried ? (await import('./tried-commands.ts')).triedAmong(data, found, filter) : [];
  return printList(asked, { ...found, tried: commands, place: `in ${visible(data)}` }, terminal);
}

/** What a list should show. */
export type Asked = {
  readonly filter: TaskFilter;
  readonly isFiltered: boolean;
  readonly limit: number | undefined;
  readonly json: boolean;
  readonly now: number;
  readonly signal: AbortSignal;
};

async function askedFor(data: string, given: Parsed['flags'], terminal: Terminal): Promise<Asked> {
  const now = Date.now();
  const filter = {
    ...timesIn(given, now),
    ...(await stateIn(given, data, terminal)),
    ...(given.text !== undefined && { text: String(given.text) }),
  };
  return {
    ...{ filter, isFiltered: Object.keys(filter).length > 0, limit: given.all ? undefined : maxListed, json: given.json === true, now },
    signal: AbortSignal.any([terminal.cancel, terminal.terminate]),
  };
}

/** Tasks, commands that were tried, and their place: `in` or `on` something. */
export type Listed = Tasks & { readonly tried: readonly TriedCommand[]; readonly place: string };

async function printList({ isFiltered, json, now, signal }: Asked, found: Listed, terminal: Terminal): Promise<number> {
  for (const task of json ? found.tasks : []) {
    if (signal.aborted) break;
    printJson(task, terminal);
  }
  if (!json && !signal.aborted) {
    const { mixedRows } = await import('./tried-commands.ts');
    for (const row of mixedRows(found.tasks, found.tried, { now, width: terminal.width })) terminal.print(row);
  }
  if (terminal.terminate.aborted) return exits.terminated;
  if (terminal.cancel.aborted) return exits.cancelled;
  if (!json) for (const line of fit(remarks(found, isFiltered), terminal.width)) terminal.print(line);
  return exits.ok;
}

function remarks({ tasks, tried: commands, total, place }: Listed, isFiltered: boolean): readonly string[] {
  if (total > tasks.length) return [`and ${total - tasks.length} more, with --all`];
  if (total > 0 || commands.length > 0) return [];
  return [isFiltered ? 'No task matches.' : `No tasks yet ${place}. To start one: artoo "goal in plain words"`];
}

async function stateIn({ state }: Parsed['flags'], data: string, { cwd }: Terminal): Promise<Pick<TaskFilter, 'state' | 'ids'>> {
  if (state === undefined || state === tried) return {};
  if (state === resumable) {
    const { resumableTasks } = await import('../../history/tasks/resumable.ts');
    const { here, elsewhere } = await resumableTasks(data, cwd);
    return { ids: new Set([...here, ...elsewhere].map(({ task_id }) => task_id)) };
  }
  const states = statesOf(String(state));
  if (states) return { state: states };
  const words = [...stateWords, resumable, tried];
  const close = nearest(String(state), words);
  const advice = close ? `did you mean ${close}?` : `there are ${words.join(', ')}`;
  throw new ArtooError('usage', `there is no state ${shown(String(state))}; ${advice}`);
}
