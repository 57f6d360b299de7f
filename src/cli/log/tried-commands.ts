/** Commands of `artoo try` in `artoo log`: in the list between the tasks, and one of them in full. */
import { ArtooError } from '../../contracts/errors.ts';
import { calledLike } from '../../contracts/text/short-ids.ts';
import { wordsIn } from '../../history/tasks/task-filter.ts';
import type { Tasks } from '../../history/tasks/task-index.ts';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { type TriedCommand, triedSince } from '../../history/tried/tried-record.ts';
import { counted } from '../../view/pages.ts';
import { taskRows } from '../../view/task/task-list-rows.ts';
import { triedLines, triedRows } from '../../view/task/tried-rows.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import type { Asked } from './log.ts';

/** Which commands are wanted; times in milliseconds. */
type TriedFilter = { readonly since?: number | undefined; readonly until?: number | undefined; readonly text?: string | undefined };

type TriedList = { readonly tried: readonly TriedCommand[]; readonly total: number };

/** The newest of the wanted commands. */
function listTried(data: string, { since, until, text }: TriedFilter, limit = Number.POSITIVE_INFINITY): TriedList {
  const words = wordsIn(text);
  const tried: TriedCommand[] = [];
  let total = 0;
  for (const each of triedSince(data, since === undefined ? undefined : new Date(since).toISOString())) {
    if (until !== undefined && Date.parse(each.at) >= until) continue;
    const about = `${each.command}\n${each.id}`.normalize('NFC').toLowerCase();
    if (!words.every((word) => about.includes(word))) continue;
    total += 1;
    if (tried.length < limit) tried.push(each);
  }
  return { tried, total };
}

/** The commands that were tried since the oldest task in a list; all of them, if the list has all tasks. */
export function triedAmong(data: string, { tasks, total }: Tasks, filter: TriedFilter): readonly TriedCommand[] {
  const oldest = tasks.findLast((task) => task.state !== 'unreadable');
  const from = total > tasks.length && oldest ? Date.parse(oldest.started) : 0;
  return listTried(data, { ...filter, since: Math.max(from, filter.since ?? 0) }).tried;
}

/** `artoo log --state tried`. */
export function printTried(data: string, { filter, limit, json, now }: Asked, terminal: Terminal): number {
  const { tried, total } = listTried(data, filter, limit);
  for (const each of tried) {
    if (json) printJson(each, terminal);
    else for (const row of triedRows(each, now, terminal.width)) terminal.print(row);
  }
  if (!json && total > tried.length) terminal.print(`and ${total - tried.length} more, with --all`);
  if (!json && total === 0) terminal.print('There is no such command. To try one: artoo try -- <command>');
  return exits.ok;
}

/** How many commands in a row are shown between two tasks; more are only counted. */
const maxInRow = 3;

/** The rows of tasks and commands, newest first. An agent that tries hundreds of commands must not push the tasks out of the list. */
export function mixedRows(
  tasks: readonly TaskSummary[],
  tried: readonly TriedCommand[],
  { now, width }: { readonly now: number; readonly width: number | undefined },
): readonly string[] {
  const left = [...tried];
  const newerThan = (time: string): readonly TriedCommand[] =>
    left.splice(
      0,
      countOf(left, ({ at }) => at > time),
    );
  const folded = (some: readonly TriedCommand[]): readonly string[] => {
    const shown = some.length > maxInRow + 1 ? maxInRow : some.length;
    const rest = some.length - shown;
    return [
      ...some.slice(0, shown).flatMap((each) => triedRows(each, now, width)),
      ...(rest > 0 ? [`  and ${counted(rest, 'more command')} that were tried: artoo log --state tried`] : []),
    ];
  };
  const rows = tasks.flatMap((task) => [
    ...(task.state === 'unreadable' ? [] : folded(newerThan(task.started))),
    ...taskRows(task, now, width),
  ]);
  return [...rows, ...folded(left)];
}

/** How many items at the beginning meet the condition. */
function countOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end === -1 ? items.length : end;
}

/** Shows the command with this id; undefined if there is none. */
export async function showTried(
  data: string,
  wanted: string,
  how: 'text' | 'json' | 'other',
  terminal: Terminal,
): Promise<number | undefined> {
  const [tried, other] = calledLike([...triedSince(data)], wanted, ({ id }) => id);
  if (!tried || other) return undefined;
  if (how === 'other') throw new ArtooError('usage', 'a command that was tried has no journal and no page; leave out --entries and --html');
  const { openChanges } = await import('../../tools/changes/change-store.ts');
  const isUndone = (await openChanges(data).undoable()).some(({ id, undone }) => id === tried.id && undone);
  if (how === 'json') printJson({ ...tried, undone: isUndone }, terminal);
  else for (const line of triedLines(tried, { now: Date.now(), isUndone })) terminal.print(line);
  return exits.ok;
}
