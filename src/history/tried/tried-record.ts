/**
 * The record of `artoo try`: one line for each command that was tried, in one file a day, for 90 days. Like every list, it is a convenience: a line that
 * cannot be read is left out.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { isAmount, isOneOf, isTime, objectIn, wordsOf } from '../tasks/hand-checks.ts';
import { namesIn } from '../tasks/task-list.ts';

/** Why nothing was applied: a no, a question that was left open, no one to ask, a rule, or effects that changed each time. */
type Refused = 'person' | 'silence' | 'absent' | 'rule' | 'change';

export type TriedCommand = {
  readonly v: 1;
  /** The id under which `artoo undo` knows its changes. */
  readonly id: TaskId;
  readonly at: string;
  readonly cwd: string;
  readonly command: string;
  readonly refused: Refused | null;
  /** Null where the command did not end by itself. */
  readonly exit_code: number | null;
  /** What it changed or, if it was refused, would have changed: the first effects, and how many there are. */
  readonly effects: readonly { readonly path: string; readonly change: string }[];
  readonly count: number;
};

const keptDays = 90;

/** Absent until something is tried. */
export const triedFolder = (data: string): string => join(data, 'tried');

/** Adds a line, and removes days that are too old when a new day begins. Throws what the file system throws. */
export function recordTried(data: string, tried: TriedCommand): void {
  const folder = triedFolder(data);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, fileOf(tried.at));
  const isFirst = statSync(path, { throwIfNoEntry: false }) === undefined;
  appendFileSync(path, `${JSON.stringify(tried)}\n`, { mode: 0o600 });
  if (isFirst) removeOlder(folder, new Date(Date.parse(tried.at) - keptDays * 24 * 60 * 60 * 1000).toISOString());
}

const fileOf = (time: string): string => `${time.slice(0, 10)}.jsonl`;
const isDay = (name: string): boolean => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name);

function removeOlder(folder: string, before: string): void {
  for (const name of namesIn(folder)) if (isDay(name) && name < fileOf(before)) rmSync(join(folder, name), { force: true });
}

/** The commands that were tried at `since` (a time in ISO 8601) or later, newest first. Throws `data_unwritable` if the folder cannot be read. */
export function* triedSince(data: string, since = ''): Generator<TriedCommand, void> {
  const folder = triedFolder(data);
  const days = namesIn(folder).filter((name) => isDay(name) && (since === '' || name >= fileOf(since)));
  for (const name of days.sort().reverse()) {
    for (const text of textOf(join(folder, name)).split('\n').reverse()) {
      const tried = triedIn(text);
      if (tried && tried.at >= since) yield tried;
    }
  }
}

const refusals = wordsOf<Refused>({ person: true, silence: true, absent: true, rule: true, change: true });

/** The command in a line; undefined if it is not a whole and valid line. */
function triedIn(text: string): TriedCommand | undefined {
  const { v, id, at, cwd, command, refused, exit_code, effects, count } = objectIn(parsedJson(text)) ?? {};
  if (v !== 1 || !isTime(at) || !isAmount(count) || !Array.isArray(effects)) return undefined;
  if (typeof id !== 'string' || typeof cwd !== 'string' || typeof command !== 'string') return undefined;
  if (refused !== null && !isOneOf(refused, refusals)) return undefined;
  if (exit_code !== null && typeof exit_code !== 'number') return undefined;
  const read = effects.flatMap((each) => {
    const { path, change } = objectIn(each) ?? {};
    return typeof path === 'string' && typeof change === 'string' ? [{ path, change }] : [];
  });
  return { v, id: id as TaskId, at, cwd, command, refused, exit_code, effects: read, count }; // the id is only shown, and compared
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // removed in the meantime, or not a file
  }
}
