/**
 * Lines that are fully known before they run: literal words, no expansions, and no redirections except those that discard output, join streams or
 * provide empty input.
 */
import type { AndOr, Command, PipelineNode, Redirection, Statement } from 'unbash';
import { literalOf, type Syntax, syntaxOf } from './shell-syntax.ts';

/** A command of which every word is known before it runs. */
export type PlainCommand = { readonly name: string; readonly args: readonly string[] };

/** The commands of a line that is a single pipeline of literal words. */
export function plainPipelineOf(line: string): readonly PlainCommand[] | undefined {
  const [statement, ...others] = syntaxOf(line)?.script.commands ?? [];
  if (statement === undefined || others.length > 0 || statement.background) return undefined;
  const pipeline =
    statement.command.type === 'Pipeline' ? statement.command : { prefixes: [], operators: [], commands: [statement.command] };
  if (pipeline.prefixes.length > 0 || pipeline.operators.some((operator) => operator !== '|')) return undefined;

  const simple = pipeline.commands.filter((command) => command.type === 'Command');
  const plain = simple.map(plainCommandOf).filter((command) => command !== undefined);
  return plain.length === pipeline.commands.length && holdsOnly(line, simple, /^[ \t\n|]*$/) ? plain : undefined;
}

/** The commands of a line that consists only of such pipelines, in sequence or joined by `&&` and `||`, optionally in `( )`. */
export function plainListOf(line: string, syntax: Syntax | undefined = syntaxOf(line)): readonly PlainCommand[] | undefined {
  const simple = syntax?.script.commands.flatMap(simpleCommandsOf) ?? [];
  const plain = simple.map((command) => command && plainCommandOf(command));
  const isPlain = simple.length > 0 && !plain.includes(undefined);
  const known = simple.filter((command) => command !== undefined);
  return isPlain && holdsOnly(line, known, /^[ \t\n|;&()!]*$/) ? plain.filter((command) => command !== undefined) : undefined;
}

/** The simple commands in order; undefined for any other node. */
function simpleCommandsOf(node: Statement | AndOr | PipelineNode): readonly (Command | undefined)[] {
  if (node.type === 'Command') return [node];
  if (node.type === 'Statement') return node.background ? [undefined] : simpleCommandsOf(node.command);
  if (node.type === 'AndOr') return node.commands.flatMap(simpleCommandsOf);
  if (node.type === 'Subshell') return node.body.commands.flatMap(simpleCommandsOf);
  if (node.type !== 'Pipeline' || node.operators.some((operator) => operator !== '|')) return [undefined];
  return node.prefixes.some(({ type }) => type !== 'Negation') ? [undefined] : node.commands.flatMap(simpleCommandsOf);
}

function plainCommandOf({ name: word, prefix, suffix }: Command): PlainCommand | undefined {
  const name = word?.text === '[' ? '[' : word && literalOf(word); // as a name, the bracket is a program, not a pattern
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

/** Whether there are only `marks` between the words and redirections: comments and separators are not in the syntax tree. */
function holdsOnly(line: string, commands: readonly Command[], marks: RegExp): boolean {
  let end = 0;
  const isEmptyUpTo = (pos: number) => marks.test(line.slice(end, pos));
  for (const { name, prefix, suffix } of commands) {
    for (const part of [...prefix, ...(name ? [name] : []), ...suffix]) {
      if (!isEmptyUpTo(part.pos)) return false;
      end = part.end;
    }
  }
  return isEmptyUpTo(line.length);
}
