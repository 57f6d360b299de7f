/** Parses the flags of a command line. An unknown flag is an error that suggests the most similar known one. */
import { parseArgs } from 'node:util';
import type { Given } from '../../config/config-layers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Flag } from './flag-table.ts';

/** The value of each flag: a list if it may be given more than once, true if it takes none. */
export type Parsed = { readonly flags: Readonly<Record<string, Given>>; readonly words: readonly string[] };

/** Splits arguments into flags and words. Everything after `--` is a word, and so is a lone `-`. Throws `usage`. */
export function parseFlags(args: readonly string[], known: readonly Flag[]): Parsed {
  const options = Object.fromEntries(
    known.map(({ name, short, value, mayBeAlone }) => {
      const type = value === undefined || mayBeAlone ? ('boolean' as const) : ('string' as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  const { tokens } = parseArgs({ args: [...withValues(args, known)], options, strict: false, allowPositionals: true, tokens: true });
  const flags: Record<string, Given> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { value, many } = read(token, known);
    const before = flags[token.name];
    flags[token.name] = many ? [...(Array.isArray(before) ? before : []), String(value)] : value;
  }
  return { flags, words };
}

/** The arguments with each value that may be left out joined to its option, so that the parser need not guess whose word it is. */
function withValues(args: readonly string[], known: readonly Flag[]): readonly string[] {
  const alone = new Set(known.filter(({ mayBeAlone }) => mayBeAlone).map(({ name }) => `--${name}`));
  const end = args.indexOf('--');
  const isValue = (at: number): boolean => alone.has(args[at - 1] ?? '') && args[at]?.startsWith('-') === false && (end === -1 || at < end);
  return args.flatMap((arg, at) => (isValue(at) ? [] : isValue(at + 1) ? [`${arg}=${args[at + 1] ?? ''}`] : [arg]));
}

function read(
  { name, rawName, value, inlineValue }: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  known: readonly Flag[],
): { readonly value: string | true; readonly many: boolean } {
  const flag = known.find((candidate) => candidate.name === name && (rawName.startsWith('--') || rawName === `-${candidate.short}`));
  if (!flag) throw new ArtooError('usage', `there is no option ${shown(rawName)}${suggestion(name, known)}`);
  if (flag.value === undefined && value !== undefined) throw new ArtooError('usage', `${rawName} takes no value`);
  if (flag.mayBeAlone && value === undefined) return { value: true, many: false };
  const isOption = value?.startsWith('-') && !inlineValue; // `--record --json`: the second word is an option, not a value
  if (flag.value !== undefined && (value === undefined || value === '' || isOption))
    throw new ArtooError('usage', `${rawName} needs a value: ${rawName} ${flag.value}`);
  return { value: value ?? true, many: flag.many === true };
}

function suggestion(name: string, known: readonly Flag[]): string {
  const close = nearest(
    name,
    known.map((flag) => flag.name),
  );
  return close === undefined ? '' : `; did you mean --${close}?`;
}

/** An argument as an error shows it. */
export const shown = (text: string): string => visible(clip(text, 60));
