/** Commands with subcommands (parts), such as `artoo memory show`: one table for parsing, help and errors. Each subcommand is loaded when it is called. */
import { quickDataFolder } from '../config/data-folder.ts';
import { ArtooError } from '../contracts/errors.ts';
import { nearest } from '../contracts/text/nearest.ts';
import { wrap } from '../view/wrap.ts';
import type { CommandPart, Terminal } from './command.ts';
import type { Flag } from './flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from './flags/flags.ts';
import { flagHelp } from './help.ts';

type Part = {
  /** The arguments after the name, as help shows them, and the largest number allowed; none by default. */
  readonly takes?: string;
  readonly words?: { readonly min: number; readonly max: number };
  readonly does: string;
  readonly flags?: readonly Flag[];
  readonly load: () => Promise<(called: CalledPart) => Promise<number>>;
};

export type Parts = {
  /** The name of the command. */
  readonly name: string;
  readonly parts: Readonly<Record<string, Part>>;
  /** What the command does without a subcommand. */
  readonly alone: Omit<Part, 'does'>;
  /** The flags that every subcommand takes. */
  readonly common: readonly Flag[];
};

/** What every subcommand is called with. */
export type CalledPart = {
  /** The arguments after the name of the subcommand. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
};

/** All flags of all subcommands. */
export const flagsOf = ({ alone, parts, common }: Parts): readonly Flag[] => [
  ...new Set([alone, ...Object.values(parts)].flatMap(({ flags = [] }) => flags)),
  ...common,
];

/** Runs the subcommand that was called, with its arguments and flags. Throws `usage`. */
export async function runPart(args: readonly string[], terminal: Terminal, all: Parts): Promise<number> {
  const { flags: given, words } = parseFlags(args, flagsOf(all));
  const [name, ...rest] = words;
  const part = name === undefined ? all.alone : partNamed(name, words, all);
  refuse(name, part, rest, given, all);
  const perform = await part.load();
  return perform({
    words: rest,
    given,
    json: given.json === true,
    data: await quickDataFolder(given, terminal),
    signal: AbortSignal.any([terminal.cancel, terminal.terminate]),
    terminal,
  });
}

/** The help text that lists the subcommands. */
export const partsHelp = (all: Parts): string =>
  Object.entries(all.parts)
    .map(([name, part]) =>
      [callOf(name, part, all), ...wrap(`  ${part.does}`, 80, 2), ...(part.flags?.length ? [flagHelp(part.flags)] : [])].join('\n'),
    )
    .join('\n\n');

/** Each subcommand as a separate command. */
export const partPages = (all: Parts): Readonly<Record<string, CommandPart>> =>
  Object.fromEntries(Object.entries(all.parts).map(([name, part]) => [name, pageOf(name, part, all)]));

function pageOf(name: string, part: Part, all: Parts): CommandPart {
  const { words, does, flags = [] } = part;
  return {
    usage: callOf(name, part, all),
    summary: `${wrap(`${does.charAt(0).toUpperCase()}${does.slice(1)}.`, 80, 0).join('\n')}\n\n${flagHelp([...flags, ...all.common])}`,
    flags: [...flags, ...all.common],
    maxWords: words?.max ?? 0,
  };
}

const callOf = (name: string, { takes = '' }: Pick<Part, 'takes'>, all: Pick<Parts, 'name'>): string =>
  `artoo ${all.name} ${name} ${takes}`.replaceAll(/ +/g, ' ').trimEnd();

function partNamed(name: string, words: readonly string[], all: Parts): Part {
  const part = Object.hasOwn(all.parts, name) ? all.parts[name] : undefined;
  if (part) return part;
  const names = Object.keys(all.parts);
  const close = nearest(name, names);
  const goal = words.length > 1 ? ' (to run a goal that begins like this, put it after --)' : '';
  const instead = close ? `did you mean ${close}?` : `there are ${names.join(', ')}`;
  throw new ArtooError('usage', `there is no artoo ${all.name} ${shown(name)}; ${instead}${goal}`);
}

function refuse(name: string | undefined, part: Omit<Part, 'does'>, rest: readonly string[], given: Parsed['flags'], all: Parts): void {
  const { words = { min: 0, max: 0 }, flags = [] } = part;
  const call = callOf(name ?? '', part, all);
  if (rest.length < words.min) throw new ArtooError('usage', `${name} needs more arguments: ${call}`);
  const extra = rest[words.max];
  if (extra !== undefined) throw new ArtooError('usage', `unexpected "${shown(extra)}": ${call}`);
  const misplaced = Object.keys(given).find((each) => ![...flags, ...all.common].some((flag) => flag.name === each));
  if (misplaced !== undefined)
    throw new ArtooError('usage', `--${misplaced} does not apply to artoo ${all.name}${name === undefined ? '' : ` ${name}`}`);
}
