/** What a shell line says before it runs: which programs are in it, and whether it is one plain pipeline. It is parsed, never executed. */
import type { Command, Redirection } from 'unbash';
import { literalOf, syntaxOf } from './shell-syntax.ts';

/** A command whose every word is known before it runs. */
export type PlainCommand = { readonly name: string; readonly args: readonly string[] };

/** Stands for a program that only running the line would tell: `$tool`, `eval "$line"`. */
export const unknownProgram = '?';

/** The programs that a line runs, by base name, once each in order of appearance. A line that cannot be parsed has none that could be told. */
export const programsOf = (line: string): readonly string[] => [...new Set(programsIn(line, deepest))];

/** The commands of a line that is nothing but one pipeline of literal words. Its redirections can only discard or join streams. */
export function plainPipelineOf(line: string): readonly PlainCommand[] | undefined {
  const [statement, ...others] = syntaxOf(line)?.script.commands ?? [];
  if (statement === undefined || others.length > 0 || statement.background) return undefined;
  const pipeline =
    statement.command.type === 'Pipeline' ? statement.command : { prefixes: [], operators: [], commands: [statement.command] };
  if (pipeline.prefixes.length > 0 || pipeline.operators.some((operator) => operator !== '|')) return undefined;

  const simple = pipeline.commands.filter((command) => command.type === 'Command');
  const plain = simple.map(plainCommandOf).filter((command) => command !== undefined);
  return plain.length === pipeline.commands.length && holdsOnly(line, simple) ? plain : undefined;
}

function plainCommandOf({ name: word, prefix, suffix }: Command): PlainCommand | undefined {
  const name = word?.text === '[' ? '[' : word && literalOf(word); // alone it is a program, not a pattern
  const args: string[] = [];
  for (const part of [...prefix, ...suffix]) {
    const literal = part.type === 'Word' ? literalOf(part) : undefined;
    if (literal !== undefined) args.push(literal);
    else if (!isHarmless(part)) return undefined;
  }
  return name === undefined ? undefined : { name, args };
}

const harmlessRedirections: ReadonlySet<string> = new Set(['2>/dev/null', '>/dev/null', '2>&1', '</dev/null']);

function isHarmless(part: Command['suffix'][number]): part is Redirection {
  if (part.type !== 'Redirect' || part.descriptor?.type === 'FileDescriptorVariable') return false;
  return harmlessRedirections.has(`${part.descriptor?.value ?? ''}${part.operator}${part.target?.text ?? ''}`);
}

/** Whether nothing stands between the words and redirections but blanks and pipes: the tree leaves out comments and separators. */
function holdsOnly(line: string, commands: readonly Command[]): boolean {
  let end = 0;
  const isBlankUpTo = (pos: number) => /^[ \t\n|]*$/.test(line.slice(end, pos));
  for (const { name, prefix, suffix } of commands) {
    for (const part of [...prefix, ...(name ? [name] : []), ...suffix]) {
      if (!isBlankUpTo(part.pos)) return false;
      end = part.end;
    }
  }
  return isBlankUpTo(line.length);
}

/** One word of a command: as it is written, and what it comes to. */
type Argument = { readonly text: string; readonly literal: string | undefined };

const argumentOf = (part: Command['args'][number]): Argument => ({
  text: part.text,
  literal: part.type === 'Word' ? literalOf(part) : undefined,
});

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

/** A program that runs the command in its arguments, behind its options and `operands` of its own. */
type Wrapper = { readonly valued?: RegExp; readonly operands?: number };

const valued = (letters: string, words: string): RegExp => new RegExp(`^-(?:[^-${letters}]*[${letters}]|-(?:${words}))$`, 'u');

const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', { valued: valued('CDghpRrTtUu', 'chdir|chroot|close-from|group|host|other-user|prompt|role|type|user|command-timeout') }],
  ['env', { valued: valued('Cu', 'chdir|unset') }],
  ['command', {}],
  ['builtin', {}],
  ['busybox', {}],
  ['exec', { valued: valued('a', 'argv0') }],
  ['nice', { valued: valued('n', 'adjustment') }],
  ['nohup', {}],
  ['time', { valued: valued('fo', 'format|output') }],
  ['timeout', { valued: valued('ks', 'kill-after|signal'), operands: 1 }],
  ['setsid', {}],
  ['stdbuf', { valued: valued('eio', 'error|input|output') }],
  ['doas', { valued: valued('Cu', 'unused') }],
  ['ionice', { valued: valued('cn', 'class|classdata') }],
  ['taskset', { operands: 1 }],
  ['strace', { valued: valued('aeEoOpPsSuX', 'trace|output') }],
  ['xargs', { valued: valued('adEILnPs', 'arg-file|delimiter|max-args|max-chars|max-procs') }],
]);

const shells: ReadonlySet<string> = new Set(['bash', 'rbash', 'sh', 'dash', 'ash', 'zsh', 'ksh', 'mksh']);

function* commandsGivenTo(program: string, args: readonly Argument[]): Generator<readonly Argument[]> {
  const wrapper = wrappers.get(program);
  if (wrapper && !(program === 'command' && /^-p?[vV]/.test(args[0]?.text ?? ''))) yield args.slice(ownArguments(wrapper, args));
  if (program !== 'find') return;
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|ok)(?:dir)?$/.test(args[at]?.literal ?? '')) continue;
    const start = at + 1;
    while (at < args.length && args[at]?.literal !== ';' && args[at]?.literal !== '+') at++;
    yield args.slice(start, at);
  }
}

/** How many arguments come before the command that a wrapper runs. */
function ownArguments({ valued, operands = 0 }: Wrapper, args: readonly Argument[]): number {
  let operandsLeft = operands;
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.literal ?? args[at]?.text ?? '';
    if (valued?.test(text)) at++;
    else if (!/^-|^[A-Za-z_]\w*=/.test(text) && operandsLeft-- === 0) return at;
  }
  return args.length;
}

/** These run a line that stands in an argument, a file or a variable, in ways of their own. */
const strangeRunners: ReadonlySet<string> = new Set(
  'su script watch parallel chroot unshare nsenter runuser ssh flock source . trap let compgen mapfile readarray alias hash fish csh tcsh'.split(
    ' ',
  ),
);

/** Lines of shell in the arguments; undefined for one that is not known before it runs. */
function* scriptsGivenTo(program: string, args: readonly Argument[]): Generator<string | undefined> {
  const literals = args.map(({ literal }) => literal);
  if (shells.has(program)) {
    const option = literals.findIndex((literal = '') => /^-[a-zA-Z]{1,20}$/.test(literal) && literal.includes('c'));
    const script = option === -1 ? -1 : literals.findIndex((literal, at) => at > option && literal !== '--');
    yield script === -1 ? undefined : literals[script]; // without one it reads a file, or what it is fed
  }
  if (strangeRunners.has(program) || (program === 'env' && args.some(({ text }) => /^-[^-]*S|^--split/.test(text)))) yield undefined;
  if (program === 'eval') yield literals.includes(undefined) ? undefined : literals.join(' ');
}
