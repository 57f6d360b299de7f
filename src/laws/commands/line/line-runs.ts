/** The programs that a shell line runs, and what the line's exit code proves about each. Parsed, never executed. */
import {
  type AndOr,
  type Command,
  type CompoundList,
  type For,
  forEachChild,
  type If,
  type Pipeline,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type While,
} from 'unbash';
import { commandsGivenTo, isWrapper, scriptsGivenTo } from '../programs/wrappers.ts';
import { syntaxOf } from './shell-syntax.ts';
import { type Argument, argumentOf, baseName, textFedTo, wordsOf } from './shell-word.ts';

/** One simple command, without wrappers that do nothing but run it (`timeout`, `env`, `bash -c`). */
export type Run = {
  /** The base name; empty if it is not known until the line runs. */
  readonly program: string;
  readonly args: readonly Argument[];
  /** Text in the line that the command reads: here-documents and here-strings. */
  readonly fed: string;
  /** Whether the command reads the output of another command. */
  readonly isPiped: boolean;
  /** Where the command's output goes. */
  readonly prints: 'line' | 'pipe' | 'file' | 'nowhere' | 'word';
  /** Whether exit code 0 of the line proves that this command exited with 0. */
  readonly isProved: boolean;
  /** Whether a nonzero exit code of the line may be that of this command. */
  readonly isBlamed: boolean;
  readonly isNegated: boolean;
  /** Whether the command runs only if others succeed, or only if they fail. */
  readonly isConditional: boolean;
};

/** The runs in order; undefined for a line that cannot be read. Takes bounded time and never throws. */
export function runsIn(line: string): readonly Run[] | undefined {
  const reading: Reading = { runs: [], isBroken: false };
  readLine(line, { ...whole, isProved: true, isBlamed: true }, reading, 0);
  return reading.isBroken ? undefined : reading.runs;
}

/** Programs that only prepare for others: they rarely fail, and never silently. */
const preparing: ReadonlySet<string> = new Set('cd echo printf export set unset shopt source . exit true :'.split(' '));

/** The runs that do the work of a line: all but `cd`, `echo`, `export` and the like, unless there is nothing else. */
export function workIn(runs: readonly Run[]): readonly Run[] {
  const work = runs.filter(({ program }) => !preparing.has(program));
  return work.length > 0 ? work : runs;
}

/** The names of a run: its program, and what that program runs by name (`python -m pytest`, `npx vitest`, `npm test`). */
export function namesOf({ program, args }: Run): readonly string[] {
  const words = args.map(({ literal, text }) => literal ?? text);
  const module = words.indexOf('-m');
  if (/^python[\d.]*$/.test(program)) return [program, 'python', ...(module === -1 ? [] : [words[module + 1] ?? ''])];
  if (!launchers.has(program)) return [program];
  const operands = words.filter((word) => !word.startsWith('-') && !['run', 'exec', 'run-script', 'dlx', 'tool'].includes(word));
  return [program, baseName(operands[0] ?? ''), ...(operands[0]?.startsWith('python') && module !== -1 ? [words[module + 1] ?? ''] : [])];
}

const launchers: ReadonlySet<string> = new Set('npx npm pnpm yarn bun bunx uv uvx poetry pipenv pdm hatch cargo go xargs'.split(' '));

type Spot = Pick<Run, 'isPiped' | 'prints' | 'isProved' | 'isBlamed' | 'isNegated' | 'isConditional'>;
type Reading = { readonly runs: Run[]; isBroken: boolean };
/** The options that `set` has changed. */
type Shell = { stopsAtFailure: boolean; pipesFail: boolean };

const whole: Spot = { isPiped: false, prints: 'line', isProved: false, isBlamed: false, isNegated: false, isConditional: false };
const maxRuns = 200;
const maxDepth = 100;

function readLine(line: string, spot: Spot, reading: Reading, depth: number): void {
  const syntax = syntaxOf(line);
  if (syntax === undefined || depth > 8) reading.isBroken = true;
  else readList(syntax.script.commands, spot, { stopsAtFailure: false, pipesFail: false }, reading, depth * 10);
}

function readList(statements: readonly Statement[], spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  const passesOn = isExitWithLast(statements.at(-1));
  const last = statements.length - (passesOn && statements.length > 1 ? 2 : 1);
  for (const [at, statement] of statements.entries()) {
    const counts = at === last || shell.stopsAtFailure;
    const inner = counts && !statement.background ? spot : { ...spot, isProved: false, isBlamed: false };
    if (at <= last) read(statement.command, inner, shell, reading, depth + 1);
  }
}

/** `exit` and `exit $?` return the exit code of the previous command. */
const isExitWithLast = (statement: Statement | undefined): boolean =>
  statement?.command.type === 'Command' &&
  statement.command.name?.text === 'exit' &&
  ['', '$?', '"$?"'].includes(statement.command.args[0]?.text ?? '');

function read(node: SyntaxNode, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  if (depth > maxDepth || reading.runs.length > maxRuns) reading.isBroken = true;
  if (reading.isBroken) return;
  switch (node.type) {
    case 'Command':
      return readCommand(node, spot, shell, reading, depth);
    case 'Statement':
      return read(node.command, node.background ? { ...spot, isProved: false, isBlamed: false } : spot, shell, reading, depth + 1);
    case 'AndOr':
      return readAndOr(node, spot, shell, reading, depth);
    case 'Pipeline':
      return readPipeline(node, spot, shell, reading, depth);
    case 'Subshell':
      return readList(node.body.commands, spot, { ...shell }, reading, depth);
    case 'BraceGroup':
      return readList(node.body.commands, spot, shell, reading, depth);
    case 'Redirected':
      return read(node.command, { ...spot, prints: printsTo(node.redirects, spot.prints) }, shell, reading, depth + 1);
    case 'TestCommand':
    case 'ArithmeticCommand':
      reading.runs.push({ ...spot, program: node.type === 'TestCommand' ? '[[' : '((', args: wordsIn(node), fed: '' });
      return;
    case 'If':
    case 'While':
    case 'For':
      return readBranches(node, spot, shell, reading, depth);
    default:
      return readBelow(node, { ...spot, isProved: false, isBlamed: false, isConditional: true }, shell, reading, depth);
  }
}

/** A branch returns the exit code of its last command, if the branch is taken; the exit code of a condition never shows. */
function readBranches(node: If | While | For, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  const unsure: Spot = { ...spot, isProved: false, isConditional: true };
  const asked = { ...unsure, isBlamed: false };
  const list = ({ commands }: CompoundList, at: Spot) => readList(commands, at, shell, reading, depth + 1);
  if (node.type === 'For') for (const word of node.wordlist ?? []) readBelow(word, asked, shell, reading, depth + 1);
  else list(node.clause, asked);
  if (node.type !== 'If') return list(node.body, unsure);
  list(node.then, unsure);
  for (const { clause, then: branch } of node.elif) {
    list(clause, asked);
    list(branch, unsure);
  }
  if (node.else) list(node.else, unsure);
}

/** The words and operators of `[[ … ]]`. */
function wordsIn(node: SyntaxNode): readonly Argument[] {
  const words: Argument[] = [];
  if (node.type === 'TestUnary' || node.type === 'TestBinary') words.push({ text: node.operator, literal: node.operator });
  forEachChild(node, (child) => words.push(...(child.type === 'Word' ? [argumentOf(child)] : wordsIn(child))));
  return words;
}

function readBelow(node: SyntaxNode, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  forEachChild(node, (child) => {
    if (child.type === 'CommandExpansion' || child.type === 'ProcessSubstitution') {
      const inside: Spot = { ...spot, prints: 'word', isProved: false, isBlamed: false };
      if (child.script) readList(child.script.commands, inside, { ...shell }, reading, depth + 1);
    } else read(child, spot, shell, reading, depth + 1);
  });
}

function readAndOr({ commands, operators }: AndOr, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  let { isProved, isBlamed } = spot;
  const spots = commands.toReversed().map((command, back) => {
    const before = operators[commands.length - 2 - back];
    const own = { isProved: isProved && before !== '||', isBlamed };
    if (before === '||') {
      isProved &&= neverSucceeds(command);
      isBlamed = false;
    }
    return { ...spot, ...own, isConditional: spot.isConditional || before !== undefined };
  });
  for (const [at, command] of commands.entries()) {
    const own = spots[commands.length - 1 - at];
    if (own) read(command, own, shell, reading, depth + 1);
  }
}

/** `false`, `exit 1`, and groups that end with one of them. */
function neverSucceeds(node: SyntaxNode): boolean {
  if (node.type === 'Subshell' || node.type === 'BraceGroup') {
    const last = node.body.commands.at(-1);
    return last !== undefined && neverSucceeds(last.command);
  }
  if (node.type !== 'Command') return false;
  return node.name?.text === 'false' || (node.name?.text === 'exit' && /^[1-9]\d*$/.test(node.args[0]?.text ?? ''));
}

function readPipeline({ commands, prefixes }: Pipeline, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  const negates = prefixes.some(({ type }) => type === 'Negation');
  for (const [at, command] of commands.entries()) {
    const isLast = at === commands.length - 1;
    const counts = isLast || shell.pipesFail;
    const ends = {
      isProved: spot.isProved && counts && !negates,
      isBlamed: spot.isBlamed && counts,
      isNegated: spot.isNegated !== negates,
    };
    const streams = { isPiped: spot.isPiped || at > 0, prints: isLast ? spot.prints : ('pipe' as const) };
    read(command, { ...spot, ...ends, ...streams }, shell, reading, depth + 1);
  }
}

function readCommand(command: Command, spot: Spot, shell: Shell, reading: Reading, depth: number): void {
  const { name, prefix, suffix, redirects } = command;
  const prints = printsTo(redirects, spot.prints);
  for (const part of [...prefix, ...suffix, ...(name ? [name] : [])]) readBelow(part, spot, shell, reading, depth + 1);
  if (!name) return;
  let words = wordsOf(command);
  for (let wrapped = 0; wrapped < 8; wrapped++) {
    const [program, ...args] = words;
    const runner = baseName(program?.literal ?? '');
    const inner = isWrapper(runner) && runner !== 'xargs' ? [...commandsGivenTo(runner, args)][0] : undefined;
    if (inner === undefined || inner.length === 0) break;
    words = inner;
  }
  const [first, ...args] = words;
  const program = baseName(first?.literal ?? '');
  if (program === 'set') applySet(args, shell);
  const scripts = [...scriptsGivenTo(program, args)].filter((script) => script !== undefined);
  if (scripts.length > 0) for (const script of scripts) readLine(script, { ...spot, prints }, reading, Math.floor(depth / 10) + 1);
  else reading.runs.push({ ...spot, program, args, fed: textFedTo(command), prints });
}

function printsTo(redirects: readonly Redirection[], otherwise: Run['prints']): Run['prints'] {
  const to = redirects.findLast(
    (each) =>
      each.type === 'Redirect' &&
      each.operator.includes('>') &&
      !(each.descriptor && 'value' in each.descriptor && each.descriptor.value !== 1),
  );
  if (to?.type !== 'Redirect' || /^(?:\d+|-)$/.test(to.target?.text ?? '')) return otherwise;
  return to.target?.text === '/dev/null' ? 'nowhere' : 'file';
}

/** `set -e`, `set -o pipefail` and the like. */
function applySet(args: readonly Argument[], shell: Shell): void {
  const words = args.map(({ text }) => text);
  if (words.some((word) => /^-[a-z]{0,20}e/.test(word)) || words.includes('errexit')) shell.stopsAtFailure = true;
  if (words.includes('pipefail') && !words.includes('+o')) shell.pipesFail = true;
}
