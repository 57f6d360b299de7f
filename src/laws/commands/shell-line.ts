/** Which programs a shell line runs. It is parsed, never executed. */
import { isBuiltin } from './shell-builtins.ts';
import { literalOf, type Syntax, syntaxOf } from './shell-syntax.ts';
import { type Argument, argumentOf } from './shell-word.ts';
import { commandsGivenTo, scriptsGivenTo } from './wrappers.ts';

/** Stands for a program that only running the line would tell: `$tool`, `eval "$line"`. */
export const unknownProgram = '?';

/** The programs that a line runs, by base name, once each in order of appearance. A line that cannot be parsed has none that could be told. */
export const programsOf = (line: string): readonly string[] => [...new Set(programsIn(line, deepest))];

/**
 * The programs of a line that count as tools: without what the shell does itself, and without the functions that the line defines. For a line that cannot be parsed
 * the unknown one; none for a line that needs no program.
 */
export function toolProgramsOf(line: string): readonly string[] {
  const syntax = syntaxOf(line);
  if (syntax === undefined) return [unknownProgram];
  const functions = functionsOf(syntax);
  const found = [...programsOfSyntax(syntax, deepest, functions)];
  return [...new Set(found.filter((program) => !isBuiltin(program)))];
}

/** The first simple command of a line that runs a program by its name, as it is written; undefined where none does. */
export function commandRunning(program: string, line: string): string | undefined {
  const command = syntaxOf(line)?.nodes.find((node) => node.type === 'Command' && node.name && baseName(argumentOf(node.name)) === program);
  return command && line.slice(command.pos, command.end);
}

const baseName = ({ literal }: Argument): string | undefined => literal?.replace(/^.*\//s, '');

/** How many programs that run programs are looked through. */
const deepest = 8;
const presentable = /^\P{C}{1,255}$/u;

function* programsIn(line: string, depth: number): Generator<string> {
  const syntax = syntaxOf(line);
  if (syntax) yield* programsOfSyntax(syntax, depth);
}

/** `functions`: names whose calls run no program of their own; what is inside them is found where they are defined. */
function* programsOfSyntax({ nodes }: Syntax, depth: number, functions: ReadonlySet<string> = new Set()): Generator<string> {
  for (const node of nodes) {
    if (node.type !== 'Command' || !node.name) continue;
    const words = [node.name, ...node.args].map(argumentOf);
    if (!functions.has(node.name.text)) yield* programsRunBy(words, depth);
  }
}

/** What is called by a name that is no program: the test in brackets, and the functions that a line defines in any case, whatever else it does. */
function functionsOf({ script }: Syntax): ReadonlySet<string> {
  const names = script.commands.map(({ command }) => (command.type === 'Function' ? literalOf(command.name) : undefined));
  return new Set(['[', ...names.filter((name) => name !== undefined)]); // the bracket reads as a pattern
}

function* programsRunBy([first, ...args]: readonly Argument[], depth: number): Generator<string> {
  if (first && first.literal === undefined) yield unknownProgram;
  const program = (first && baseName(first)) ?? '';
  if (!presentable.test(program)) return;
  yield program;
  if (depth === 0) return yield unknownProgram;
  for (const command of commandsGivenTo(program, args)) yield* programsRunBy(command, depth - 1);
  for (const script of scriptsGivenTo(program, args)) yield* script === undefined ? [unknownProgram] : programsIn(script, depth - 1);
}
