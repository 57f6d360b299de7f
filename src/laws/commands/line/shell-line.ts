/** Which programs a shell line runs. Parsed, never executed. */

import { commandsGivenTo, scriptsGivenTo } from '../programs/wrappers.ts';
import { isBuiltin } from './shell-builtins.ts';
import { literalOf, type Syntax, syntaxOf } from './shell-syntax.ts';
import { type Argument, argumentOf, baseName } from './shell-word.ts';

/** Used for a program that is not known until the line runs: `$tool`, `eval "$line"`. */
export const unknownProgram = '?';

/** The programs that a line runs, by base name, without duplicates, in order. Empty for a line that cannot be parsed. */
export const programsOf = (line: string): readonly string[] => [...new Set(programsIn(line, maxDepth))];

/** The programs of a line that count as tools: no builtins, and no functions that the line defines; `unknownProgram` if the line cannot be parsed. */
export function toolProgramsOf(line: string): readonly string[] {
  const syntax = syntaxOf(line);
  if (syntax === undefined) return [unknownProgram];
  const found = [...programsOfSyntax(syntax, maxDepth, functionsOf(syntax))];
  return [...new Set(found.filter((program) => !isBuiltin(program)))];
}

/** The first simple command of a line that runs this program, as written; undefined if none does. */
export function commandRunning(program: string, line: string): string | undefined {
  const command = syntaxOf(line)?.nodes.find(
    (node) => node.type === 'Command' && node.name && programOf(argumentOf(node.name)) === program,
  );
  return command && line.slice(command.pos, command.end);
}

const programOf = ({ literal }: Argument): string => baseName(literal ?? '');

/** How many levels of programs run by other programs are followed. */
const maxDepth = 8;
const presentable = /^\P{C}{1,255}$/u;

function* programsIn(line: string, depth: number): Generator<string> {
  const syntax = syntaxOf(line);
  if (syntax) yield* programsOfSyntax(syntax, depth);
}

/** Calls to `functions` run no program: the commands in a function are found where it is defined. */
function* programsOfSyntax({ nodes }: Syntax, depth: number, functions: ReadonlySet<string> = new Set()): Generator<string> {
  for (const node of nodes) {
    if (node.type !== 'Command' || !node.name) continue;
    const words = [node.name, ...node.args].map(argumentOf);
    if (!functions.has(node.name.text)) yield* programsRunBy(words, depth);
  }
}

/** Names that are not programs: `[`, and the functions that the line defines unconditionally. */
function functionsOf({ script }: Syntax): ReadonlySet<string> {
  const names = script.commands.map(({ command }) => (command.type === 'Function' ? literalOf(command.name) : undefined));
  return new Set(['[', ...names.filter((name) => name !== undefined)]); // otherwise, `[` would be read as a pattern
}

function* programsRunBy([first, ...args]: readonly Argument[], depth: number): Generator<string> {
  if (first && first.literal === undefined) yield unknownProgram;
  const program = first ? programOf(first) : '';
  if (!presentable.test(program)) return;
  yield program;
  if (depth === 0) return yield unknownProgram;
  for (const command of commandsGivenTo(program, args)) yield* programsRunBy(command, depth - 1);
  for (const script of scriptsGivenTo(program, args)) yield* script === undefined ? [unknownProgram] : programsIn(script, depth - 1);
}
