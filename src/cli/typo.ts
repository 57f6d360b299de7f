/** Command lines that are almost a command: a typo is not run as a goal, which would cost model calls. */
import { nearest } from '../contracts/text/nearest.ts';
import { shellLine } from '../view/shell-words.ts';
import { commands, rowOf } from './commands.ts';
import { type Flag, taskFlags } from './flags/flag-table.ts';
import { type Parsed, parseFlags } from './flags/flags.ts';
import { isCommandLine } from './is-command-line.ts';

/** `meant`: the command line that was probably meant; `goal`: the one that runs the words as a goal. Both can be typed as they are. */
export type Typo = { readonly word: string; readonly meant: string; readonly goal: string };

/** What was probably meant; undefined if it is a goal. The words after the command must look like its arguments. `--` in front makes anything a goal. */
export async function typoIn(args: readonly string[]): Promise<Typo | undefined> {
  const [first = ''] = args;
  if (first === '--') return undefined;
  const asTask = parsedBy(taskFlags, args);
  const word = first.startsWith('-') ? onlyWordIn(asTask) : first;
  const name = word === undefined || !/^[a-z]{3,}$/i.test(word) ? undefined : nearest(word.toLowerCase(), names); // two letters resemble too many other words
  if (word === undefined || name === undefined) return undefined;
  const rest = word === first ? args.slice(1) : optionsOf(asTask);
  const meant = await meantBy(name, rest, onlyWordIn(asTask) !== undefined);
  if (!meant) return undefined;
  const goal = asTask ? [...optionsOf(asTask), '--', ...asTask.words] : ['--', ...args];
  return { word, meant: shellLine(['artoo', ...meant]), goal: shellLine(['artoo', ...goal]) };
}

const names = [...Object.keys(commands), 'help', 'version'];

/** Options that only tasks have do not make it a goal: the command is suggested without them. */
async function meantBy(name: string, rest: readonly string[], hasOptionsOnly: boolean): Promise<readonly string[] | undefined> {
  if (name === 'help' && rest.length > 0) return rest.every(isKnown) ? ['help', ...rest] : undefined;
  if (name === 'help' || name === 'version') return rest.length === 0 ? [`--${name}`] : undefined;
  if (await isTakenBy(name, rest)) return [name, ...rest];
  return hasOptionsOnly || (await isPartElsewhere(name, rest)) ? [name] : undefined;
}

/** What people try as a part of any command. */
const usualParts = ['list', 'ls', 'show', 'status', 'add', 'remove', 'rm'];

/** Whether a command is followed by a part alone that it does not have, but that others have. */
export async function isPartElsewhere(name: string, [word = '', ...more]: readonly string[]): Promise<boolean> {
  return more.length === 0 && usualParts.includes(word) && (await rowOf(name)?.load())?.parts !== undefined;
}

const isKnown = (word: string): boolean => rowOf(word) !== undefined;

/** After options: `artoo --json log`. */
const onlyWordIn = (parsed: Parsed | undefined): string | undefined => (parsed?.words.length === 1 ? parsed.words[0] : undefined);

/** Undefined if an option is unknown, or lacks its value. */
function parsedBy(flags: readonly Flag[], args: readonly string[]): Parsed | undefined {
  try {
    return parseFlags(args, flags);
  } catch {
    return undefined;
  }
}

/** The options of a command line, in a form that can be typed. */
const optionsOf = (parsed: Parsed | undefined): readonly string[] =>
  Object.entries(parsed?.flags ?? {}).flatMap(([name, given]) =>
    given === true ? [`--${name}`] : [given].flat().flatMap((value) => [`--${name}`, String(value)]),
  );

/** Whether what follows the name of a command looks like its arguments, even with typos in options and parts. */
export async function isTakenBy(name: string, rest: readonly string[]): Promise<boolean> {
  const command = await rowOf(name)?.load();
  const end = rest.indexOf('--');
  if (end !== -1) {
    const before = parsedBy(command?.flags ?? [], rest.slice(0, end))?.words;
    return name === 'try' ? before?.length === 0 : name === 'mcp' && before?.[0] === 'add';
  }
  if (name === 'try' && (await isCommandLine(rest))) return true; // the command reports what is missing
  const words = parsedBy(command?.flags ?? [], rest)?.words;
  if (!words) return rest.every((word) => word.startsWith('-')) && !parsedBy(taskFlags, rest); // only options, one of them with a typo
  const [part = '', ...more] = words;
  if (command?.parts && part !== '') return more.length <= (command.parts[nearest(part, Object.keys(command.parts)) ?? '']?.maxWords ?? -1);
  return words.every((word) => takes[name]?.test(word) ?? command?.words?.includes(word) ?? false);
}

/** `last`, the last characters of an id, or its beginning. */
const task = /^(last|(?=[a-z]*\d)[\da-z]{8}|20\d{6}[\w-]*)$/;

/** What a word after each command looks like; the other commands take none, or words from a list. */
const takes: Readonly<Record<string, RegExp>> = {
  undo: task,
  log: task,
  resume: task,
  cost: task,
  replay: task,
  fork: task,
  trust: /^([.~/].*|list|revoke)$/,
};
