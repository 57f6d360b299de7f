/** How far a call looked: which whole folders, how deep, and whether into the files, by names alone. Pure. */
import { partsOf } from '../../../laws/commands/line/line-parts.ts';
import type { Argument } from '../../../laws/commands/line/shell-word.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import { wordSet } from '../criterion/word-set.ts';
import type { CallView } from './call-view.ts';
import { commandOf } from './declared-call.ts';
import { type Command, pathsInPrograms, searchedBy } from './looked-at.ts';

/** A folder that was looked at as a whole. */
export type Reach = {
  readonly folder: string;
  /** Whether the look included its subfolders. */
  readonly isDeep: boolean;
  /** Whether the look included the content of its files. */
  readonly isInside: boolean;
};

/** The folders that a call looked at as a whole. */
export function reachOf(view: CallView, cwd: string): readonly Reach[] {
  const { call, isProject, runs } = view;
  const { evidence } = call;
  if (isProject) return [{ folder: cwd, isDeep: true, isInside: true }];
  if (evidence?.kind === 'lists' || evidence?.kind === 'searches') {
    if ('isPartial' in evidence) return [];
    const { root, pattern } = searchedBy(call, evidence, cwd);
    const isInside = evidence.kind === 'searches';
    return isInside && !pattern.includes('/') ? [{ folder: root, isDeep: true, isInside }] : [ofPattern(pattern, root, isInside)];
  }
  if (evidence?.kind !== 'runs') return [];
  const line = commandOf(call);
  const { parts, trouble } = partsOf(line, [cwd], '~');
  if (trouble !== undefined) return view.paths.map((folder) => ({ folder, isDeep: true, isInside: true }));
  const isInside = runs.some(({ program }) => !namers.has(program) && !fillers.has(program)) || /\b(?:x?args|-exec(?:dir)?)\b/.test(line);
  return [...parts.flatMap((part) => (part.kind === 'command' ? ofCommand(part, cwd, isInside) : [])), ...inLoops(line, cwd, isInside)];
}

/** Programs that print only names and sizes, and programs that only filter or print text. */
const namers = wordSet('ls find fd tree du stat');
const fillers = wordSet('wc sort uniq head tail cut tr column nl rev tac cd echo printf true sed awk basename dirname tee');
const searchers = /^(?:[efz]?grep)$/;
const deepSearchers = wordSet('rg ag ack fd tree du');

/** A pattern covers the folder before its first wildcard, and its subfolders if wildcards span several levels. */
function ofPattern(pattern: string, folder: string, isInside: boolean): Reach {
  const at = pattern.search(/[*?[{]/);
  const fixed = at === -1 ? pattern : pattern.slice(0, at).replace(/[^/]*$/, '');
  const rest = at === -1 ? '' : pattern.slice(at);
  return { folder: absolutePath(folder, fixed), isDeep: rest.includes('/'), isInside };
}

function ofCommand(part: Command, cwd: string, isInside: boolean): readonly Reach[] {
  const [first, ...args] = part.words;
  const program = (first.literal ?? '').replace(/^.*\//s, '');
  if (program === 'cd' || program === 'echo' || program === 'printf') return [];
  const folder = part.folders?.[0] ?? cwd;
  const inProgram = pathsInPrograms(part);
  if (inProgram.length > 0 && !namers.has(program) && !searchers.test(program))
    return inProgram.map((path) => ({ folder: absolutePath(folder, path), isDeep: true, isInside: true }));
  const texts = args.map(({ literal, pattern, text }) => literal ?? pattern ?? text);
  const isGit = program === 'git';
  const isDeep = isGit || deepSearchers.has(program) || !isShallow(program, texts);
  const operands = args.filter(({ literal, text }) => !(literal ?? text).startsWith('-'));
  const named = (program === 'find' ? startsOf(args) : searchers.test(program) || program === 'rg' ? operands.slice(1) : operands).filter(
    ({ literal, pattern }) => literal !== undefined || pattern !== undefined,
  );
  const isOfFolder = namers.has(program) || deepSearchers.has(program) || (searchers.test(program) && isDeep) || isGit;
  if (named.length === 0) return isOfFolder ? [{ folder, isDeep, isInside }] : [];
  return named.map(({ literal, pattern }) =>
    literal === undefined ? ofPattern(pattern ?? '', folder, isInside) : { folder: absolutePath(folder, literal), isDeep, isInside },
  );
}

/** The folders in which `find` starts. */
function startsOf(args: readonly Argument[]): readonly Argument[] {
  const end = args.findIndex(({ text }) => /^[-!(]/.test(text));
  return end === -1 ? args : args.slice(0, end);
}

function isShallow(program: string, words: readonly string[]): boolean {
  if (program === 'ls') return !words.some((word) => /^-[a-zA-Z]*R|^--recursive$/.test(word));
  if (program === 'find') return words.some((word, at) => word === '-maxdepth' && words[at + 1] === '1');
  if (searchers.test(program)) return !words.some((word) => /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$/.test(word));
  return false;
}

/** The folders that a loop goes through: `for f in logs/*.log`. */
const inLoops = (line: string, cwd: string, isInside: boolean): readonly Reach[] =>
  [...line.matchAll(/\bfor\s+\w{1,40}\s+in\s+([^;\n]{1,1000})/g)].flatMap(([, words = '']) =>
    words.split(/\s+/).flatMap((word) => (/[*?]/.test(word) ? [ofPattern(word.replaceAll(/["']/g, ''), cwd, isInside)] : [])),
  );
