/** Reads the flags of a command line. What is not in the table is an error that says what was probably meant. */
import { parseArgs } from 'node:util';
import { nearest } from '../app/nearest.ts';
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/shorten.ts';
import { visible } from '../contracts/visible.ts';
import type { Flag } from './flag-table.ts';

/** What a flag was given, or true where it takes nothing. */
type Flags = Readonly<Record<string, string | true>>;

export type Parsed = { readonly flags: Flags; readonly words: readonly string[] };

/** Splits arguments into flags and the other words. What follows `--` is a word whatever it looks like; a lone `-` is one too. Throws `usage`. */
export function parseFlags(args: readonly string[], known: readonly Flag[]): Parsed {
  const options = Object.fromEntries(known.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const flags: Record<string, string | true> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option') flags[token.name] = read(token, known);
  }
  return { flags, words };
}

function read(
  { name, rawName, value, inlineValue }: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  known: readonly Flag[],
): string | true {
  const flag = known.find((candidate) => candidate.name === name && rawName.startsWith('--'));
  if (!flag) throw new ArtooError('usage', `there is no option ${shown(rawName)}${suggestion(name, known)}`);
  if (flag.value === undefined && value !== undefined) throw new ArtooError('usage', `${rawName} takes no value`);
  const isOption = value?.startsWith('-') && !inlineValue; // --record --json: what follows is an option of its own
  if (flag.value !== undefined && (value === undefined || value === '' || isOption))
    throw new ArtooError('usage', `${rawName} needs a value: ${rawName} ${flag.value}`);
  return value ?? true;
}

function suggestion(name: string, known: readonly Flag[]): string {
  const close = nearest(
    name,
    known.map((flag) => flag.name),
  );
  return close === undefined ? '' : `; did you mean --${close}?`;
}

/** An argument as it is shown in an error. */
export const shown = (text: string): string => visible(clip(text, 60));
