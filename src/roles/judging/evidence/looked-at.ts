/** Which files and folders a call looked at, by their names alone. Pure. */
import type { Json } from '../../../contracts/shapes/json.ts';
import { type Part, partsOf } from '../../../laws/commands/line/line-parts.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import type { ToolEvidence } from '../../../tools/tool.ts';
import { isPath } from '../criterion/names-in.ts';
import { wordSet } from '../criterion/word-set.ts';
import { commandOf, type DeclaredCall, textOf } from './declared-call.ts';
import { literalsIn } from './program-kinds.ts';

/** The absolute paths that a call names. */
export function pathsOf(call: DeclaredCall, cwd: string): readonly string[] {
  const { evidence, input, target } = call;
  switch (evidence?.kind) {
    case 'runs':
      return [...new Set(pathsInLine(commandOf(call), cwd))];
    case 'reads':
    case 'writes':
      return [absolutePath(cwd, textOf(input, evidence.path) ?? target)];
    case 'lists':
    case 'searches': {
      if ('isPartial' in evidence) return [textOf(input, evidence.root) ?? []].flat().map((root) => absolutePath(cwd, root));
      const { pattern, root } = searchedBy(call, evidence, cwd);
      const fixed = /[*?[{]/.test(pattern) ? pattern.replace(/[^/]*[*?[{].*$/s, '') : pattern;
      return [absolutePath(root, fixed)];
    }
    case 'fetches':
      return []; // a fetch names nothing on this machine
    case undefined:
      return leavesOf(input)
        .filter((text) => text.length < 300 && isPath(text))
        .map((text) => absolutePath(cwd, text));
  }
}

/** The folder in which a call looked for files, and their pattern; empty for all files. */
export function searchedBy({ input, target }: DeclaredCall, evidence: Looks, cwd: string): Readonly<Record<'root' | 'pattern', string>> {
  const root = absolutePath(cwd, textOf(input, evidence.root) ?? '.');
  if (evidence.kind === 'lists') return { root, pattern: textOf(input, evidence.pattern) ?? target };
  return { root, pattern: (evidence.files === undefined ? undefined : textOf(input, evidence.files)) ?? '' };
}

type Looks = Extract<ToolEvidence, { kind: 'lists' | 'searches' }>;

/** All texts in an input, however deep. */
export const leavesOf = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
};

/** The absolute paths that a line names when run in this folder. */
export function* pathsInLine(line: string, cwd: string): Generator<string> {
  for (const part of partsOf(line, [cwd], '~').parts) {
    const folder = part.folders?.[0] ?? cwd;
    if (part.kind === 'read') yield* resolved(part.target, folder);
    if (part.kind !== 'command') continue;
    const named = [
      ...operandsOf(part).flatMap((operand) => [...resolved(operand, folder)]),
      ...pathsInPrograms(part).map((path) => absolutePath(folder, path)),
    ];
    yield* named.length > 0 || folder === cwd || isQuiet(part) ? named : [folder];
  }
}

/** Whether a command, such as `echo`, says nothing about the folder it runs in. */
const isQuiet = ({ words: [first] }: Command): boolean => noFiles.has(first.literal ?? '') || first.literal === 'cd';

export type Command = Extract<Part, { kind: 'command' }>;
type Operand = { readonly text: string; readonly literal?: string | undefined; readonly pattern?: string | undefined };

function* resolved({ literal, pattern }: Operand, folder: string): Generator<string> {
  const path = literal ?? pattern?.replace(/[^/]*[*?].*$/s, '');
  if (path === undefined || path === '/dev/null') return;
  yield path.startsWith('~') ? path : absolutePath(folder, path);
}

/** Programs whose first operand is a pattern or script, and those whose operands are not files. */
const patternFirst = wordSet('grep egrep fgrep zgrep rg ag ack sed awk gawk jq yq perl');
const noFiles = wordSet(
  'echo printf true false : exit export set unset sleep seq kill pgrep pidof which type command lsof fuser systemctl expr date',
);
const anyName = wordSet(
  'cat head tail wc less more ls stat file test [ [[ du sort uniq diff cmp comm md5sum sha256sum cut nl tac od xxd hexdump tree source . touch mkdir cp mv rm ln chmod find fd grep egrep fgrep rg ag awk gawk jq yq sed readlink realpath column bat strings',
);

function operandsOf({ words: [first, ...args] }: Command): readonly Operand[] {
  const program = first.literal?.replace(/^.*\//s, '') ?? '';
  if (noFiles.has(program) || taskRunners.has(program)) return args.filter(({ literal = '' }) => literal.includes('/') && isPath(literal));
  const own = first.literal?.includes('/') && !/^\/(?:usr\/|s?bin\/)/.test(first.literal) ? [first] : []; // a program given by its path, such as ./run.sh, is itself a file
  if (program === 'find') {
    const end = args.findIndex(({ text }) => /^[-!(]/.test(text));
    return [...own, ...args.slice(0, end > 0 ? end : args.length).filter(isOperand)];
  }
  const operands = args.filter(isOperand);
  const named =
    patternFirst.has(program) && !args.some(({ text }) => /^-[ef]$|^--(?:regexp|file)/.test(text)) ? operands.slice(1) : operands;
  return [
    ...own,
    ...(anyName.has(program)
      ? named.filter(({ literal = '' }) => literal !== ']')
      : named.filter(({ literal, pattern }) => isPath(literal ?? pattern ?? ''))),
  ];
}

const taskRunners = wordSet('npm pnpm yarn bun make cargo');

const isOperand = ({ text, literal }: Operand): boolean => !/^-/.test(literal ?? text) && !/^\d+$/.test(literal ?? text);

/** Paths inside program text in the line: `python -c "open('a.csv')"`, `require('./a.json')`, here-documents. */
export function pathsInPrograms({ words: [, ...args], fed }: Command): readonly string[] {
  const programs = [...args.map(({ literal }) => literal ?? '').filter((text) => /["'(]/.test(text)), fed];
  const listed = programs.flatMap((program) => [...program.matchAll(listing)].map(([, path = '']) => path.replace(/[^/]*[*?[].*$/s, '')));
  return [...programs.flatMap(literalsIn).filter((text) => text.length < 300 && isPath(text)), ...listed.filter((path) => path !== '')];
}

/** Calls that list folders: `os.listdir('mail')`. */
const listing =
  /\b(?:listdir|scandir|walk|Path|readdir(?:Sync)?|i?glob|Dir\.(?:glob|children|entries))\(\s{0,5}r?["'`]([^"'`\n]{1,300})["'`]/g;
