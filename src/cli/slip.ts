/** Command lines that are almost a command: a slip of the fingers is not run as a goal, which would cost model calls. */
import { nearest } from '../contracts/text/nearest.ts';
import { commands, rowOf } from './commands.ts';
import { type Flag, taskFlags } from './flags/flag-table.ts';
import { parseFlags } from './flags/flags.ts';

export type Slip = { readonly word: string; readonly meant: string };

/** What was probably meant; undefined where it is a goal: what follows must look like what that command takes. `--` in front makes anything a goal. */
export async function slipIn(args: readonly string[]): Promise<Slip | undefined> {
  const [first = ''] = args;
  if (first === '--') return undefined;
  const word = first.startsWith('-') ? onlyWordIn(args) : first;
  const name = word === undefined || !/^[a-z]{3,}$/i.test(word) ? undefined : nearest(word.toLowerCase(), names); // in two letters, every other word is close
  if (word === undefined || name === undefined) return undefined;
  const rest = args.filter((_, at) => at !== args.indexOf(word));
  if (name === 'help' && rest.length > 0) return rest.every(isKnown) ? { word, meant: ['artoo help', ...rest].join(' ') } : undefined;
  if (name === 'help' || name === 'version') return rest.length === 0 ? { word, meant: `artoo --${name}` } : undefined;
  return (await isTakenBy(name, rest)) ? { word, meant: ['artoo', name, ...rest].join(' ') } : undefined;
}

const names = [...Object.keys(commands), 'help', 'version'];

const isKnown = (word: string): boolean => rowOf(word) !== undefined;

/** Behind options: `artoo --json log`. */
function onlyWordIn(args: readonly string[]): string | undefined {
  const words = wordsIn(args, taskFlags);
  return words?.length === 1 ? words[0] : undefined;
}

/** Undefined where an option is not known, or lacks its value. */
function wordsIn(args: readonly string[], flags: readonly Flag[]): readonly string[] | undefined {
  try {
    return parseFlags(args, flags).words;
  } catch {
    return undefined;
  }
}

async function isTakenBy(name: string, rest: readonly string[]): Promise<boolean> {
  const command = await rowOf(name)?.load();
  const end = rest.indexOf('--');
  if (end !== -1) return name === 'try' && wordsIn(rest.slice(0, end), command?.flags ?? [])?.length === 0;
  const words = wordsIn(rest, [...(command?.flags ?? []), ...taskFlags]);
  if (!words) return !rest.some((word) => !word.startsWith('-')); // nothing but options, one of them with a slip of its own
  const [part = '', ...more] = words;
  if (command?.parts && part !== '') return nearest(part, Object.keys(command.parts)) !== undefined && more.length < 2;
  return words.every((word) => takes[name]?.test(word) ?? command?.words?.includes(word) ?? false);
}

/** `last`, the last characters of an id, or its beginning. */
const task = /^(last|(?=[a-z]*\d)[\da-z]{8}|20\d{6}[\w-]*)$/;

/** What a word after each command looks like; others take none, or words that they list. */
const takes: Readonly<Record<string, RegExp>> = {
  undo: task,
  log: task,
  resume: task,
  cost: task,
  replay: task,
  fork: task,
  trust: /^([.~/].*|list|revoke)$/,
};
