/** What one simple command does, judging by its words. */
import { absolutePath, isWithin } from '../places/posix-path.ts';
import { namesSecretPlace } from '../places/secret-places.ts';
import { type Finding, harms, reads, unknown } from './finding.ts';
import { judgeFiles } from './judge-files.ts';
import type { Folders } from './line/folders.ts';
import type { Argument } from './line/shell-word.ts';
import { filePrograms } from './programs/file-programs.ts';
import { judgeFind } from './programs/find-program.ts';
import { judgeGit } from './programs/git-verbs.ts';
import { judgeNetwork } from './programs/network-programs.ts';
import { readingPrograms } from './programs/reading-programs.ts';
import { interpreters, type SystemProgram, systemPrograms } from './programs/system-programs.ts';
import { isShell, isWrapper, plainlyWrapped } from './programs/wrappers.ts';
import { onlyReads, readsWholeFolders } from './read-only.ts';
import { type At, type Context, changeOf, shown } from './target.ts';

/** A command, the text fed to it, and the folders in which it may run. */
type Given = { readonly words: readonly [Argument, ...Argument[]]; readonly fed: string; readonly folders: Folders };

/** One finding for each thing the command does; never empty. Programs that it runs are judged separately. */
export function commandFindings({ words: [first, ...args], fed, folders }: Given, context: Context): readonly Finding[] {
  if (first.literal === undefined) return [unknown(`the name of a program is not known until the command runs: ${shown(first.text)}`)];
  if (isHarmless(first.literal, args, folders, context)) return [reads];
  const name = first.literal.replace(/^.*\//s, '');
  const at: At = (argument, change, verb) => changeOf(argument, change, folders, context, verb);
  const found = judgeKnown(name, args, at) ?? judgeSystem(name, args, fed) ?? [unknown(whyUnknown(name, args))];
  const isUsual =
    first.literal === name ||
    (/^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/.test(first.literal) && !found.includes(reads) && !found.includes(through));
  const secret = args.find(({ literal, pattern, text }) => namesSecretPlace(literal ?? pattern ?? text));
  return [
    ...found,
    ...(!isUsual ? [unknown(`runs a program by its path: ${shown(first.literal)}`)] : []),
    ...(secret ? [unknown(`names a place where secrets are kept: ${shown(secret.text)}`)] : []),
  ];
}

function judgeKnown(name: string, args: readonly Argument[], at: At): readonly Finding[] | undefined {
  if (isWrapper(name)) return [plainlyWrapped(name, args) ? through : unknown(`runs something through ${name}`)];
  if (isShell(name) && args.length === 2 && args[0]?.literal === '-c' && args[1]?.literal !== undefined) return [through];
  if (name === 'eval') return [through];
  if (name === 'git') return judgeGit(args, at);
  if (name === 'find') return [...judgeFind(args, at)];
  const ways = filePrograms.get(name);
  return judgeNetwork(name, args, at) ?? (ways && judgeFiles(name, ways, name === 'tar' ? dashed(args) : args, at));
}

/** A wrapper is judged by the program that it runs. */
const through: Finding = { ...reads, reason: 'it only runs another program' };

/** `tar xf a` is `tar -xf a`. */
const dashed = ([first, ...rest]: readonly Argument[]): readonly Argument[] =>
  first ? [/^[a-zA-Z]+$/.test(first.literal ?? '') ? { ...first, literal: `-${first.literal}` } : first, ...rest] : [];

function judgeSystem(name: string, args: readonly Argument[], fed: string): readonly Finding[] | undefined {
  const program = systemPrograms.get(name.replace(/^mkfs\..*$/s, 'mkfs'));
  const words = args.map(({ literal, text }) => literal ?? text);
  return program && isMeant(program, words, fed) ? [harms(`${program.does} with ${name}`)] : undefined;
}

/** A word right after an option counts as the option's value, not as a subcommand. */
function isMeant({ only, inText, never }: SystemProgram, words: readonly string[], fed: string): boolean {
  const verbs = words.filter((_, at) => !words[at - 1]?.startsWith('-'));
  if (words.some((word) => never?.test(word))) return false;
  return only ? verbs.some((verb) => only.test(verb)) : !inText || [...words, fed].some((text) => inText.test(text));
}

function whyUnknown(name: string, args: readonly Argument[]): string {
  if (interpreters.has(name.replace(/(?<=[a-z])[\d.]+$/, '')) || interpreters.has(name)) return `runs ${name}, which can do anything`;
  const open = args.find(({ literal }) => literal === undefined);
  const isKnown = readingPrograms.has(name) || filePrograms.has(name) || onlyReads({ name, args: [] });
  if (!isKnown) return `runs ${shown(name)}, which is not a known program`;
  return open
    ? `gives ${name} something that is not known until the command runs: ${shown(open.text)}`
    : `runs ${name} in a way that may do more than read`;
}

function isHarmless(name: string, args: readonly Argument[], folders: Folders, { cwd, workspace }: Context): boolean {
  const literals = args.map(({ literal }) => literal).filter((literal) => literal !== undefined);
  if (literals.length < args.length || folders === undefined || folders.length === 0) return false;
  const command = { name, args: literals };
  const isHome = folders.every((folder) => isWithin(absolutePath('/', cwd), folder) || isWithin(absolutePath('/', workspace), folder));
  if (quiet.get(name)?.test(literals.join(' ')))
    return !literals.some((literal) => folders.some((folder) => namesSecretPlace(literal, folder)));
  return onlyReads(command, folders) && (isHome || !readsWholeFolders(command));
}

/** Builtins that change nothing but the shell itself, with the arguments for which this is true. */
const quiet: ReadonlyMap<string, RegExp> = new Map([
  ['cd', /^[^-].*$|^$/s],
  [':', /^/],
  ['type', /^(?:-[afptP]+ )?[^-]*$/],
  ['command', /^-[vV] [\w.+-]+$/],
  ['exit', /^\d{0,3}$/],
  ['set', /^-(?:[eux]+|[eux]*o pipefail)$/],
]);
