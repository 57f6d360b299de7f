/** The arguments of `artoo try`: its own options, and after `--` the command. */
import { resolve } from 'node:path';
import type { Flags, Given } from '../../config/config-layers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { readDuration } from '../../reading/quantities.ts';
import { shellLine } from '../../view/shell-words.ts';
import { allowFlag, cwdFlag, dataFlag, type Flag, workspaceFlag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { fromHere, textOf } from '../flags/from-here.ts';

export const tryFlags: readonly Flag[] = [
  { name: 'auto', help: 'never ask: apply what does no harm, refuse everything else' },
  allowFlag,
  { name: 'timeout', value: '<time>', help: 'how long it may run, at most 10m (default: 60s)' },
  cwdFlag,
  workspaceFlag,
  dataFlag,
  { name: 'json', help: "print one JSON object, which includes the command's output" },
];

export type TryArguments = {
  readonly command: string;
  readonly cwd: string;
  readonly timeout_s: number;
  readonly isAuto: boolean;
  readonly json: boolean;
  readonly flags: Flags;
};

/** Nothing after `--` is read as an option. Throws `usage`. */
export function readTry(args: readonly string[], here: string): TryArguments {
  const at = args.indexOf('--');
  if (at === -1) throw withoutDashes(commandIn(args));
  const { flags: given, words } = parseFlags(args.slice(0, at), tryFlags);
  if (words.length > 0) throw withoutDashes(words);
  const flags = fromHere(given, here);
  return {
    command: commandOf(args.slice(at + 1)),
    cwd: resolve(here, textOf(flags, 'cwd') ?? '.'),
    timeout_s: timeoutOf(given.timeout),
    isAuto: given.auto === true,
    json: given.json === true,
    flags,
  };
}

/** The command starts at the first word: options after it belong to it. Throws `usage` if one of artoo's own options is wrong. */
function commandIn(args: readonly string[]): readonly string[] {
  const from = args.findIndex((word) => !word.startsWith('-'));
  const isValue = tryFlags.some(({ name, value }) => value !== undefined && args[from - 1] === `--${name}`);
  return from === -1 || isValue ? parseFlags(args, tryFlags).words : args.slice(from);
}

const withoutDashes = (words: readonly string[]): ArtooError =>
  new ArtooError('usage', `put the command after --: artoo try -- ${shown(words.join(' ') || 'ls -l')}`);

/** One word is a line for the shell; several are a program and its arguments. */
function commandOf(words: readonly string[]): string {
  const command = words.length === 1 ? (words[0] ?? '') : shellLine(words);
  if (command.trim() === '') throw new ArtooError('usage', 'there is no command after --');
  if (command.includes('\uFFFD')) throw new ArtooError('usage', "the command has bytes that are not UTF-8; write them as $'\\xff'");
  return command;
}

const [defaultS, maxS] = [60, 600];

function timeoutOf(given: Given | undefined): number {
  if (given === undefined) return defaultS;
  const read = readDuration(given);
  if (!read.ok) throw new ArtooError('usage', `--timeout ${read.error}`);
  if (read.value > maxS * 1000) throw new ArtooError('usage', `--timeout must be at most ${maxS / 60}m`);
  return Math.ceil(read.value / 1000);
}
