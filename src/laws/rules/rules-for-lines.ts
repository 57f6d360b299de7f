/** Allowing a command line: each command in it must be allowed, or obviously only read. */
import { partsOf } from '../commands/line/line-parts.ts';
import { type PlainCommand, plainListOf } from '../commands/line/plain-line.ts';
import { plainlyWrapped } from '../commands/programs/wrappers.ts';
import { onlyReads } from '../commands/read-only.ts';
import { absolutePath, isWithin } from '../places/posix-path.ts';
import { namesSecretPlace } from '../places/secret-places.ts';
import { isUnsafeWildcard } from './never-allowed.ts';
import type { ShellRule } from './read-rule.ts';
import { isExactly } from './shell-pattern.ts';

/**
 * The first rule that allows a line. Only lists of plain commands can be allowed: no assignments, expansions, redirections to files, loops or `&`.
 */
export function allowedLine(rules: readonly ShellRule[], line: string, cwd: string | undefined): ShellRule | undefined {
  const acting = actingCommandsOf(line, cwd);
  const usable = rules.filter(({ neverAllows }) => neverAllows === undefined);
  const allowing = acting?.map((words) => usable.find((rule) => allows(rule, words)));
  return allowing?.includes(undefined) ? undefined : allowing?.[0];
}

/** The commands of a plain line that do more than read, without their wrappers; undefined for all other lines. */
export function actingCommandsOf(line: string, cwd: string | undefined): readonly (readonly string[])[] | undefined {
  const commands = plainListOf(line);
  if (commands === undefined || partsOf(line, undefined, '').trouble !== undefined) return undefined;
  const moves = commands.some(({ name }) => name === 'cd');
  const acting = commands.map(unwrapped).filter((command) => !onlyReads(command) && !isQuiet(command, cwd));
  const isLost = moves && acting.some(({ name }) => /^[^/].*\//.test(name)); // a program given by a relative path, after the folder was changed
  return isLost ? undefined : acting.map(({ name, args }) => [name, ...args]);
}

const allows = ({ pattern }: ShellRule, words: readonly string[]): boolean =>
  isExactly(pattern, words) && !isUnsafeWildcard(words.slice(pattern.words.length));

function unwrapped({ name, args }: PlainCommand): PlainCommand {
  const inner = plainlyWrapped(
    name,
    args.map((literal) => ({ text: literal, literal })),
  )?.map(({ literal = '' }) => literal);
  const [program, ...rest] = inner ?? [];
  return program === undefined ? { name, args } : unwrapped({ name: program, args: rest });
}

/** Whether a command only enters a subfolder, or changes nothing but the shell. */
function isQuiet({ name, args }: PlainCommand, cwd: string | undefined): boolean {
  if (name === 'set') return /^-(?:[eux]+|[eux]*o pipefail)$/.test(args.join(' '));
  if (name === ':') return true;
  const [folder, ...others] = args;
  if (name !== 'cd' || folder === undefined || others.length > 0 || namesSecretPlace(folder)) return false;
  if (folder.startsWith('/')) return cwd !== undefined && isWithin(absolutePath('/', cwd), absolutePath('/', folder));
  return /^[^-~]/.test(folder) && !folder.split('/').includes('..');
}
