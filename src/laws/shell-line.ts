/** Which programs a shell line runs. It is parsed, never executed. */
import { syntaxOf } from './shell-syntax.ts';
import { type Argument, argumentOf } from './shell-word.ts';
import { commandsGivenTo, scriptsGivenTo } from './wrappers.ts';

/** Stands for a program that only running the line would tell: `$tool`, `eval "$line"`. */
export const unknownProgram = '?';

/** The programs that a line runs, by base name, once each in order of appearance. A line that cannot be parsed has none that could be told. */
export const programsOf = (line: string): readonly string[] => [...new Set(programsIn(line, deepest))];

/** How many programs that run programs are looked through. */
const deepest = 8;
const presentable = /^\P{C}{1,255}$/u;

function* programsIn(line: string, depth: number): Generator<string> {
  for (const node of syntaxOf(line)?.nodes ?? []) {
    if (node.type === 'Command' && node.name) yield* programsRunBy([node.name, ...node.args].map(argumentOf), depth);
  }
}

function* programsRunBy([first, ...args]: readonly Argument[], depth: number): Generator<string> {
  if (first && first.literal === undefined) yield unknownProgram;
  const program = first?.literal?.replace(/^.*\//s, '') ?? '';
  if (!presentable.test(program)) return;
  yield program;
  if (depth === 0) return yield unknownProgram;
  for (const command of commandsGivenTo(program, args)) yield* programsRunBy(command, depth - 1);
  for (const script of scriptsGivenTo(program, args)) yield* script === undefined ? [unknownProgram] : programsIn(script, depth - 1);
}
