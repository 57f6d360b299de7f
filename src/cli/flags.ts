/** The flags of the command line as data: parsing, help and errors are made from the same table. */
import { parseArgs } from 'node:util';
import { nearest } from '../app/nearest.ts';
import { ArtooError } from '../contracts/errors.ts';
import { wrap } from './view/wrap.ts';

export type Flag = {
  readonly name: string;
  /** What it takes, as help shows it; absent when it takes nothing. */
  readonly value?: string;
  readonly help: string;
};

/** What a flag was given, or true where it takes nothing. */
export type Flags = Readonly<Record<string, string | true>>;

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
  { name, rawName, value }: { name: string; rawName: string; value?: string | undefined },
  known: readonly Flag[],
): string | true {
  const flag = known.find((candidate) => candidate.name === name && rawName.startsWith('--'));
  if (!flag) throw new ArtooError('usage', `there is no option ${shown(rawName)}${suggestion(name, known)}`);
  if (flag.value === undefined && value !== undefined) throw new ArtooError('usage', `${rawName} takes no value`);
  if (flag.value !== undefined && (value === undefined || value === ''))
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

/** Control characters made visible, so that an argument cannot draw on the terminal. */
export const shown = (text: string): string => text.slice(0, 60).replaceAll(/\p{C}/gu, '\uFFFD');

/** Which models, for every command that may ask one. */
const modelFlags: readonly Flag[] = [
  {
    name: 'brain',
    value: '<model>',
    help: 'who understands, plans and judges: gpt-5.4-mini, anthropic:claude-sonnet-5, ollama:qwen3:8b, name@http://host:8000/v1',
  },
  { name: 'tool', value: '<model>', help: 'who carries out and checks; the brain when nothing names another' },
];

export const dataFlag: Flag = { name: 'data', value: '<folder>', help: 'where journals and configuration are kept (~/.artoo)' };

/** How a task is run. */
export const taskFlags: readonly Flag[] = [
  ...modelFlags,
  { name: 'budget', value: '<time>', help: 'how long it may work: 90s, 5m, 1h' },
  { name: 'max-tokens', value: '<number>', help: 'how many tokens all its model calls may use together' },
  { name: 'max-cost', value: '<dollars>', help: 'how much they may cost together' },
  { name: 'plan', help: 'show every plan, to approve or edit it before anything is done' },
  { name: 'strict', help: 'exit code 2 also when it is delivered with gaps' },
  { name: 'cwd', value: '<folder>', help: 'where it works (here)' },
  { name: 'workspace', value: '<folder>', help: 'where it may change files without asking (~/artoo_workspace)' },
  dataFlag,
  { name: 'record', value: '<file>', help: 'write every model answer to a cassette' },
  { name: 'replay', value: '<file>', help: 'take the model answers from a cassette: no model, no network' },
  { name: 'json', help: 'print the journal as it is written, one JSON object a line; the last is the result' },
  { name: 'quiet', help: 'print nothing but the result, and what is wrong with it' },
];

export const configFlags: readonly Flag[] = [...taskFlags.filter(({ name }) => !['record', 'replay', 'cwd'].includes(name))];

/** The table for `--help`, with the text wrapped under its column. */
export function flagHelp(flags: readonly Flag[]): string {
  const heads = flags.map(({ name, value }) => `  --${name}${value === undefined ? '' : ` ${value}`}`);
  const column = Math.max(...heads.map(({ length }) => length)) + 2;
  return flags.flatMap(({ help }, at) => wrap(`${heads[at]?.padEnd(column)}${help}`, 100, column)).join('\n');
}
