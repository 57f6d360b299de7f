/** Which command lines obviously only read, and so run without a question. */
import { namesSecretPlace } from '../places/secret-places.ts';
import { type PlainCommand, plainPipelineOf } from './line/plain-line.ts';
import { allows } from './programs/option-list.ts';
import { readingPrograms } from './programs/reading-programs.ts';

/** True only for a simple pipeline of known programs whose options are known to be harmless and that touch no secrets. False in case of doubt. */
export const isPlainlyReadOnly = (line: string): boolean => plainPipelineOf(line)?.every((command) => onlyReads(command)) ?? false;

/** Like `isPlainlyReadOnly` for one command that runs in any of these folders, if they are known. */
export function onlyReads({ name, args }: PlainCommand, folders: readonly (string | undefined)[] = [undefined]): boolean {
  const options = readingPrograms.get(name);
  const rule = rules.get(name);
  if (options === undefined && rule === undefined) return false;
  if ((options && !allows(options, args)) || (rule && !rule(args))) return false;
  return !folders.some((folder) => (folder && namesSecretPlace(folder)) || args.some((argument) => namesSecretPlace(argument, folder)));
}

/** Whether a command reads the files of whole folders, not only their names. */
export const readsWholeFolders = ({ name, args }: PlainCommand): boolean =>
  rules.get(name) === staysBelow && args.some((argument) => whole.test(argument));

type Rule = (args: readonly string[]) => boolean;

/** Conditions that a list of options cannot describe. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['echo', 'true', 'false'].map((name) => [name, () => true] as const),
  ['printf', ([format = '']) => !format.startsWith('-') && !/%[^%A-Za-z]*n/.test(format)], // both set variables, and one of these evaluates the variable's name
  ['test', onlyTests],
  ['[', (args) => args.at(-1) === ']' && onlyTests(args.slice(0, -1))],
  ['find', onlyFinds],
  ['sed', onlyPrintsLines],
  ...['grep', 'egrep', 'fgrep', 'diff'].map((name) => [name, staysBelow] as const),
  ['jq', (args) => !args.some((argument) => /\b(?:import|include|modulemeta)\b/.test(argument))], // these words read other files
  ['tree', (args) => !args.some((argument) => /^-[^-]*[ILP]./.test(argument))], // older versions read `-Lo` as `-L -o`
]);

const whole = /^-[^-]*[rR]|^--.*recursive$/;

/** Reading whole folders is known to avoid secrets only below the current folder. */
function staysBelow(args: readonly string[]): boolean {
  const leaves = (argument: string) => argument.startsWith('/') || argument.split('/').includes('..');
  return !args.some((argument) => whole.test(argument)) || !args.some(leaves);
}

/** Excludes `-v` and `-R`, which evaluate their operand. */
const testOperator = /^-(?:[abcdefghkLnNoOpGrsStuwxz]|eq|ne|lt|le|gt|ge|nt|ot|ef|\d+)$/;

function onlyTests(args: readonly string[]): boolean {
  return args.every((argument) => !/[$`([]/.test(argument) && (!/^-./.test(argument) || testOperator.test(argument)));
}

const address = String.raw`(?:\d+|\$|/(?:[^/\\[\n]|\\\.)+/)`;
const printingScript = new RegExp(String.raw`^${address}(?:,(?:${address}|\+\d+))?p$`);

function onlyPrintsLines([option, script = '', ...files]: readonly string[]): boolean {
  return option === '-n' && printingScript.test(script) && !files.some((file) => file.startsWith('-'));
}

const findWords: ReadonlySet<string> = new Set([
  ...['(', ')', '!', '-not', '-a', '-and', '-o', '-or', '-true', '-false', '-prune', '-quit', '-print', '-print0', '-ls'],
  ...['-depth', '-follow', '-mount', '-xdev', '-daystart', '-empty', '-readable', '-writable', '-executable', '-nouser', '-nogroup'],
]);
const findValued: ReadonlySet<string> = new Set([
  ...['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename', '-lname', '-ilname', '-regex', '-iregex', '-regextype'],
  ...['-type', '-xtype', '-size', '-perm', '-user', '-group', '-uid', '-gid', '-links', '-inum', '-samefile', '-fstype'],
  ...['-mtime', '-atime', '-ctime', '-mmin', '-amin', '-cmin', '-newer', '-anewer', '-cnewer', '-newermt', '-newerat', '-newerct'],
  ...['-maxdepth', '-mindepth', '-printf'],
]);

/** Start paths first, then an expression of nothing but tests. A value that looks like an action is refused. */
function onlyFinds(args: readonly string[]): boolean {
  const links = args.findIndex((argument) => !['-H', '-L', '-P'].includes(argument));
  const places = args.slice(Math.max(links, 0));
  const start = places.findIndex((argument) => /^[-!(),]/.test(argument));
  const expression = start === -1 ? [] : places.slice(start);
  for (let at = 0; at < expression.length; at++) {
    const word = expression[at] ?? '';
    if (findWords.has(word)) continue;
    if (!findValued.has(word)) return false;
    const value = expression[++at];
    if (value === undefined || /^-(?!\d|[ugoa]{1,4}[=+])/.test(value)) return false;
  }
  return true;
}
