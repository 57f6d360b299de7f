/** Commands that have parts, such as `artoo memory show`: one table for parsing, help and errors. Each part is loaded when it is called. */
import { ArtooError } from '../contracts/errors.ts';
import { nearest } from '../contracts/text/nearest.ts';
import { wrap } from '../view/wrap.ts';
import type { CommandPart } from './command.ts';
import type { Flag } from './flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from './flags/flags.ts';
import { flagHelp } from './help.ts';

type Part<C> = {
  /** The words after its name, for the help, and how many; none unless said. */
  readonly takes?: string;
  readonly words?: { readonly min: number; readonly max: number };
  readonly does: string;
  readonly flags?: readonly Flag[];
  readonly load: () => Promise<(command: C) => Promise<number>>;
};

export type Parts<C> = {
  /** Of the command. */
  readonly name: string;
  readonly parts: Readonly<Record<string, Part<C>>>;
  /** What it does without a part. */
  readonly alone: Omit<Part<C>, 'does'>;
  /** The flags that every part takes. */
  readonly common: readonly Flag[];
};

type Read<C> = { readonly perform: (command: C) => Promise<number>; readonly words: readonly string[]; readonly given: Parsed['flags'] };

/** All flags of all parts. */
export const flagsOf = <C>({ alone, parts, common }: Parts<C>): readonly Flag[] => [
  ...new Set([alone, ...Object.values(parts)].flatMap(({ flags = [] }) => flags)),
  ...common,
];

/** The part that is called, with its words and flags. Throws `usage`. */
export async function readPart<C>(args: readonly string[], all: Parts<C>): Promise<Read<C>> {
  const { flags: given, words } = parseFlags(args, flagsOf(all));
  const [name, ...rest] = words;
  const part = name === undefined ? all.alone : partNamed(name, words, all);
  refuse(name, part, rest, given, all);
  return { perform: await part.load(), words: rest, given };
}

/** What help says about the parts. */
export const partsHelp = <C>(all: Parts<C>): string =>
  Object.entries(all.parts)
    .map(([name, part]) =>
      [callOf(name, part, all), ...wrap(`  ${part.does}`, 80, 2), ...(part.flags?.length ? [flagHelp(part.flags)] : [])].join('\n'),
    )
    .join('\n\n');

/** Each part as a command of its own. */
export const partPages = <C>(all: Parts<C>): Readonly<Record<string, CommandPart>> =>
  Object.fromEntries(Object.entries(all.parts).map(([name, part]) => [name, pageOf(name, part, all)]));

function pageOf<C>(name: string, part: Part<C>, all: Parts<C>): CommandPart {
  const { words, does, flags = [] } = part;
  return {
    usage: callOf(name, part, all),
    summary: `${wrap(`${does.charAt(0).toUpperCase()}${does.slice(1)}.`, 80, 0).join('\n')}\n\n${flagHelp([...flags, ...all.common])}`,
    flags: [...flags, ...all.common],
    maxWords: words?.max ?? 0,
  };
}

const callOf = <C>(name: string, { takes = '' }: Pick<Part<C>, 'takes'>, all: Pick<Parts<C>, 'name'>): string =>
  `artoo ${all.name} ${name} ${takes}`.replaceAll(/ +/g, ' ').trimEnd();

function partNamed<C>(name: string, words: readonly string[], all: Parts<C>): Part<C> {
  const part = Object.hasOwn(all.parts, name) ? all.parts[name] : undefined;
  if (part) return part;
  const names = Object.keys(all.parts);
  const close = nearest(name, names);
  const goal = words.length > 1 ? ' (to run a goal that begins like this, put it after --)' : '';
  const instead = close ? `did you mean ${close}?` : `there are ${names.join(', ')}`;
  throw new ArtooError('usage', `there is no artoo ${all.name} ${shown(name)}; ${instead}${goal}`);
}

function refuse<C>(
  name: string | undefined,
  part: Omit<Part<C>, 'does'>,
  rest: readonly string[],
  given: Parsed['flags'],
  all: Parts<C>,
): void {
  const { words = { min: 0, max: 0 }, flags = [] } = part;
  const call = callOf(name ?? '', part, all);
  if (rest.length < words.min) throw new ArtooError('usage', `${name} needs more words: ${call}`);
  const extra = rest[words.max];
  if (extra !== undefined) throw new ArtooError('usage', `unexpected "${shown(extra)}": ${call}`);
  const misplaced = Object.keys(given).find((each) => ![...flags, ...all.common].some((flag) => flag.name === each));
  if (misplaced !== undefined)
    throw new ArtooError('usage', `--${misplaced} does not apply to artoo ${all.name}${name === undefined ? '' : ` ${name}`}`);
}
