/** The parts of a shell line: every simple command, including those run by other commands, and every file that it opens. Parsed, never executed. */
import { type AndOr, type Command, forEachChild, type Redirection, type SyntaxNode } from 'unbash';
import { withFound } from '../programs/find-program.ts';
import { commandsGivenTo, isShell, scriptsGivenTo } from '../programs/wrappers.ts';
import { after, type Ends, either, type Folders, stays } from './folders.ts';
import { plainListOf } from './plain-line.ts';
import { maxLineLength, syntaxOf } from './shell-syntax.ts';
import { type Argument, argumentOf, baseName, textFedTo, wordsOf } from './shell-word.ts';

/**
 * A part of a line: the string that contains it, if any; the folders that the shell may be in at that point; and what the part is. `fed` is text in
 * the line that the command reads.
 */
export type Part = { readonly via: string | undefined; readonly folders: Folders } & (
  | { readonly kind: 'command'; readonly words: readonly [Argument, ...Argument[]]; readonly fed: string }
  | { readonly kind: 'write' | 'read'; readonly target: Argument; readonly verb: string }
  | { readonly kind: 'doubt'; readonly reason: string; readonly hidesProgram: boolean }
);

/** The parts in order; whether the line consists only of plain lists; and, if it could not be read as a whole, the reason. */
export type LineParts = { readonly parts: readonly Part[]; readonly isPlain: boolean; readonly trouble: string | undefined };

/** Reads a line that runs in one of these folders. Takes bounded time and never throws. */
export function partsOf(line: string, folders: Folders, home: string): LineParts {
  const reading: Reading = { parts: [], isPlain: true, trouble: undefined, commands: 0, characters: 0, home };
  readText(line, { folders, via: undefined, depth: 0 }, reading);
  return reading;
}

const maxCommands = 50;
const maxDepth = 300;

type Reading = {
  readonly parts: Part[];
  isPlain: boolean;
  trouble: string | undefined;
  commands: number;
  characters: number;
  readonly home: string;
};
type Spot = { readonly folders: Folders; readonly via: string | undefined; readonly depth: number };

function readText(line: string, spot: Spot, reading: Reading): void {
  reading.characters += line.length;
  if (reading.characters > maxLineLength) reading.trouble ??= `it is longer than ${maxLineLength} characters`;
  if (reading.trouble !== undefined) return;
  const syntax = syntaxOf(line);
  if (syntax === undefined)
    reading.trouble =
      spot.via === undefined ? 'it cannot be read as a shell command' : `what is ${spot.via} cannot be read as a shell command`;
  else if (syntax.nodes.length > 0) {
    reading.isPlain &&= plainListOf(line, syntax) !== undefined;
    read(syntax.script, spot, reading);
  }
}

/** Reads a node and everything below it; returns the folders that the shell may be in afterwards. */
function read(node: SyntaxNode, { folders, via, depth }: Spot, reading: Reading): Ends {
  if (depth > maxDepth) reading.trouble ??= 'it is nested too deeply';
  if (reading.trouble !== undefined) return stays(folders);
  const doubt = (reason: string) => reading.parts.push({ kind: 'doubt', reason, via, folders, hidesProgram: false });
  const go = (child: SyntaxNode, from: Folders) => read(child, { folders: from, via, depth: depth + 1 }, reading);
  const below = (from: Folders): Folders => {
    let all = from;
    forEachChild(node, (child) => {
      const { well, failed } = go(child, all);
      all = either(all, either(well, failed));
    });
    return all;
  };

  switch (node.type) {
    case 'Command':
      return readCommand(node, { folders, via, depth }, reading);
    case 'Script':
    case 'CompoundList':
      return node.commands.reduce<Ends>(({ well, failed }, statement) => go(statement, either(well, failed)), stays(folders));
    case 'AndOr':
      return readList(node, folders, go);
    case 'Statement':
      if (!node.background) return go(node.command, folders);
      doubt('leaves something running');
      go(node.command, folders);
      return stays(folders);
    case 'Pipeline': {
      const ends = node.commands.map((command) => go(command, folders));
      const { well, failed } = ends.length === 1 ? (ends[0] ?? stays(folders)) : stays(folders);
      return node.prefixes.some(({ type }) => type === 'Negation') ? { well: failed, failed: well } : { well, failed };
    }
    case 'Subshell':
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      below(folders);
      return stays(folders);
    case 'BraceGroup':
      return go(node.body, folders);
    case 'Redirected':
      for (const redirection of node.redirects) go(redirection, folders);
      return go(node.command, folders);
    case 'Redirect':
      readRedirection(node, { folders, via, depth }, reading);
      return stays(below(folders));
    default: {
      const reason = whyDoubted(node);
      if (reason !== undefined) doubt(reason);
      return stays(below(reason === undefined || node.type === 'Assignment' ? folders : undefined));
    }
  }
}

function readList(
  { commands: [first, ...others], operators }: AndOr,
  folders: Folders,
  go: (node: SyntaxNode, from: Folders) => Ends,
): Ends {
  let ends = first === undefined ? stays(folders) : go(first, folders);
  for (const [at, command] of others.entries()) {
    const isAnd = operators[at] === '&&';
    const next = go(command, isAnd ? ends.well : ends.failed);
    ends = isAnd
      ? { well: next.well, failed: either(ends.failed, next.failed) }
      : { well: either(ends.well, next.well), failed: next.failed };
  }
  return ends;
}

/** Why the effects of a node cannot be known before it runs. */
function whyDoubted(node: SyntaxNode): string | undefined {
  if (node.type === 'Assignment') return `sets ${node.name}`;
  if (node.type === 'For' || node.type === 'Select') return `sets ${node.name.text} in a loop`;
  if (node.type === 'While') return 'repeats something';
  if (node.type === 'Function') return `redefines ${node.name.text}`;
  if (node.type === 'Coproc') return 'leaves something running';
  if (node.type === 'ParameterExpansion') return node.operation || node.index || node.prefix ? `computes ${node.text}` : undefined;
  return computing.has(node.type) ? 'computes something when it runs' : undefined;
}

const computing: ReadonlySet<string> = new Set(['ArithmeticFor', 'ArithmeticCommand', 'ArithmeticExpansion', 'TestCommand']);

function readRedirection({ operator, target }: Extract<Redirection, { type: 'Redirect' }>, spot: Spot, reading: Reading): void {
  if (target === undefined || (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text))) return;
  const verb = operator.endsWith('>>') ? 'adds to' : 'may overwrite';
  reading.parts.push({ kind: operator === '<' ? 'read' : 'write', target: argumentOf(target), verb, via: spot.via, folders: spot.folders });
}

function readCommand(command: Command, spot: Spot, reading: Reading): Ends {
  const { name, prefix, suffix } = command;
  const words = wordsOf(command);
  if (name) run(words, textFedTo(command), spot, reading);
  for (const part of [...prefix, ...(name ? [name] : []), ...suffix]) {
    if (part.type !== 'Word' || part.parts !== undefined) read(part, { ...spot, depth: spot.depth + 1 }, reading);
  }
  return after(words, spot.folders, reading.home);
}

function run([first, ...args]: readonly Argument[], fed: string, spot: Spot, reading: Reading): void {
  reading.commands += 1;
  if (reading.commands > maxCommands) reading.trouble ??= `it has more than ${maxCommands} commands`;
  if (first === undefined || reading.trouble !== undefined) return;
  reading.parts.push({ kind: 'command', words: [first, ...args], fed, via: spot.via, folders: spot.folders });
  const program = baseName(first.literal ?? '');
  for (const command of commandsGivenTo(program, args)) {
    const own = args.slice(0, command[0] && args.indexOf(command[0]));
    const inside = { ...spot, folders: moves(program, own) ? undefined : spot.folders };
    const words = program === 'find' ? withFound(command, args) : program === 'xargs' ? [...command, fromXargs] : command;
    if (command.length > 0) run(words, fed, inside, reading);
  }
  for (const script of scriptsGivenTo(program, args)) {
    const via = `in a string given to ${program}`;
    const reason = `gives ${program} something to run that is not known until the command runs`;
    if (script !== undefined) readText(script, { ...spot, via, depth: spot.depth + 1 }, reading);
    else reading.parts.push({ kind: 'doubt', reason, via: spot.via, folders: spot.folders, hidesProgram: !isFileRun(program, args) });
  }
}

/** Whether a program runs the command after these arguments in another folder. */
function moves(program: string, own: readonly Argument[]): boolean {
  if (program === 'find') return /dir$/.test(own.at(-1)?.text ?? '');
  const options =
    program === 'env' ? /^-[a-zA-Z]*C|^--chdir/ : program === 'sudo' ? /^-[a-zA-Z]*[DRi]|^--(?:chdir|chroot|login)/ : undefined;
  return options !== undefined && own.some(({ text }) => options.test(text));
}

/** Whether the program runs a named file, rather than text that is unknown until the line runs. */
const isFileRun = (program: string, args: readonly Argument[]): boolean =>
  (isShell(program) || program === 'source' || program === '.') && /^[^-]/.test(args[0]?.literal ?? '');

const fromXargs: Argument = { text: 'what xargs reads', literal: undefined };
