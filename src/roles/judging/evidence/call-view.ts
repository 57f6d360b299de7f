/** What a call shows of the world, without what it only repeats from its input. Pure. */
import type { Json } from '../../../contracts/shapes/json.ts';
import { type Run, runsIn, workIn } from '../../../laws/commands/line/line-runs.ts';
import { syntaxOf } from '../../../laws/commands/line/shell-syntax.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import { isPath } from '../criterion/names-in.ts';
import { commandOf, type DeclaredCall, textOf } from './declared-call.ts';
import { leavesOf, pathsOf } from './looked-at.ts';
import type { Source } from './missing-names.ts';
import type { OwnFile } from './own-files.ts';
import {
  inlineProgram,
  isListing,
  isProjectRun,
  isSearch,
  literalOutput,
  literalsIn,
  readsWorld,
  scriptRun,
  testModulesCalled,
  withoutLiterals,
} from './program-kinds.ts';

export type CallView = Source & {
  readonly call: DeclaredCall;
  readonly paths: readonly string[];
  /** The runs in a shell line that do its work; none for other tools, or for a line that cannot be parsed. */
  readonly runs: readonly Run[];
  /** Whether the call read anything but its own input. */
  readonly reads: boolean;
  /** Whether the call printed its own text depending on what it read: `test -f a && echo yes`. */
  readonly printsOnCondition: boolean;
  readonly isSearch: boolean;
  readonly isListing: boolean;
  /** Whether the result depends on every file in the project. */
  readonly isProject: boolean;
  /** The scripts that the call runs and that the task wrote; and the output, including text that these scripts only print. */
  readonly scripts: readonly string[];
  readonly byScripts: string;
};

/** A call as a source of evidence. `own` are the files that the task wrote. */
export function viewOf(call: DeclaredCall, cwd: string, own: ReadonlyMap<string, OwnFile>): CallView {
  const paths = pathsOf(call, cwd);
  return commandOf(call) === '' ? toolView(call, paths) : shellView(call, cwd, own, paths);
}

function toolView(call: DeclaredCall, paths: readonly string[]): CallView {
  const { evidence, input, output_head_tail } = call;
  const isWrite = evidence?.kind === 'writes';
  const isListing = evidence?.kind === 'lists';
  return {
    call,
    shown: (isWrite ? `${textOf(input, evidence.text) ?? ''}\n` : '') + withoutNotes(output_head_tail),
    asked: (isWrite ? (textOf(input, evidence.path) ?? '') : [...ofServer(call), ...leavesOf(input)].join('\n')).slice(0, 20_000),
    paths,
    lists: isListing && textOf(input, evidence.root) !== undefined ? paths.slice(0, 1) : [], // the names in a list are relative to its root
    isReading: evidence?.kind === 'reads' && !(evidence.parts ?? []).some((key) => hasKey(input, key)),
    runs: [],
    reads: true,
    printsOnCondition: false,
    isSearch: isListing || evidence?.kind === 'searches',
    isListing,
    isProject: false,
    scripts: [],
    byScripts: '',
  };
}

/** The name of a tool that declares nothing counts as part of its question: the output of `mcp__weather__forecast` need not say "weather". */
const ofServer = ({ evidence, tool }: DeclaredCall): readonly string[] => (evidence === undefined ? [tool] : []);

const hasKey = (input: Json, key: string): boolean => typeof input === 'object' && input !== null && key in input;

function shellView(call: DeclaredCall, cwd: string, own: ReadonlyMap<string, OwnFile>, paths: readonly string[]): CallView {
  const line = commandOf(call);
  const all = runsIn(line);
  const runs = all ?? [];
  const scripts = scriptsRun(runs, own, cwd);
  const repeated = all === undefined ? [line] : [...runs.flatMap(literalOutput), ...assignedIn(line)];
  const output = withoutLinesTold(call, repeated);
  const shown = without(output, [...repeated, ...scripts.flatMap(({ text }) => saidIn(text))]);
  const reading = runs.filter(readsWorld);
  const listing = reading.filter(isListing);
  const work = workIn(runs);
  const inScripts = scripts.flatMap(({ text }) => literalsIn(text)).filter(isFileName);
  const called = runs.flatMap(testModulesCalled).map((module) => `${module.replaceAll('.', '/')}.py`);
  const isProject = reading.some(isProjectRun);
  return {
    call,
    shown,
    asked: reading.map(askedOf).join('\n'),
    paths: [...paths, ...[...inScripts, ...called].map((path) => absolutePath(cwd, path))],
    lists: listing.length > 0 && runs.every((run) => !isListing(run) || run.program !== 'find') && paths.length > 0 ? paths : [],
    isReading: reading.length > 0 && runs.every(({ program }) => program === 'cat' || program === 'cd'),
    isWhole: isProject && !paths.some((path) => /\.[A-Za-z]\w{0,9}$/.test(path)),
    exitCode: work.every(({ isProved, isBlamed }) => isProved || isBlamed) ? call.exit_code : undefined,
    runs: work,
    reads: reading.length > 0,
    printsOnCondition: reading.length > 0 && runs.some((run) => run.isConditional && !readsWorld(run) && literalOutput(run).length > 0),
    isSearch: reading.length > 0 && reading.every(isSearch),
    isListing: reading.length > 0 && reading.every(isListing),
    isProject,
    scripts: scripts.map(({ path }) => path),
    byScripts: scripts.length === 0 ? shown : without(output, repeated),
  };
}

/** The output of a call, without the rows that repeat the command line of a background run, if that line contains text to print. */
function withoutLinesTold({ started, output_head_tail }: DeclaredCall, repeated: readonly string[]): string {
  const output = withoutNotes(output_head_tail);
  const isTold = (line: string): boolean => /^bg-\d+: /.test(line);
  return started === undefined || repeated.every((text) => text.trim() === '')
    ? output
    : output
        .split('\n')
        .filter((line) => !isTold(line))
        .join('\n');
}

/** The lines of an output with at least one word that is not in these texts. */
function without(output: string, texts: readonly string[]): string {
  const words = wordsOf(texts.join('\n'));
  const lines = output.split('\n').filter((line) => !isAmong(line, words));
  return lines.join('\n');
}

const isFileName = (text: string): boolean => text.length < 300 && isPath(text);

/** An output without artoo's own notes about the call. */
const withoutNotes = (output: string): string => output.replaceAll(/\[artoo: [^\]]{0,2000}\]/g, '');

/** The arguments of a run, without texts that the run could only print back. */
function askedOf(run: Run): string {
  const inline = inlineProgram(run);
  const words = run.args.map(({ literal, text }) => literal ?? text);
  if (inline === undefined) return [run.program, ...words].join(' ');
  const named = literalsIn(inline).filter(isPath);
  return [run.program, ...words.filter((word) => word !== inline), withoutLiterals(inline), ...named].join(' ');
}

/** The values of variables that the line sets. */
const assignedIn = (line: string): readonly string[] =>
  (syntaxOf(line)?.nodes ?? []).flatMap((node) =>
    node.type === 'Assignment' && node.value.type === 'Word' && !/[$`]\(|`/.test(node.value.text) ? [node.value.value] : [],
  );

/** The scripts that a line runs and that the task wrote. */
function scriptsRun(runs: readonly Run[], own: ReadonlyMap<string, OwnFile>, cwd: string) {
  return runs.flatMap((run) => {
    const path = absolutePath(cwd, scriptRun(run) ?? run.program);
    const text = own.get(path)?.authored;
    return text === undefined ? [] : [{ path, text }];
  });
}

/** The quoted texts of a script; for a shell script, all of it. */
const saidIn = (script: string): readonly string[] => (/^\s*(?:#!.*sh\b|echo |printf |cat )/m.test(script) ? [script] : literalsIn(script));

const wordPattern = /[\p{L}\p{N}_]+/gu;

/** The words of a text, in lower case. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(wordPattern) ?? []);

/** Whether a text has words, and all of them are in this set. */
export function isAmong(text: string, words: ReadonlySet<string>): boolean {
  const own = text.toLowerCase().match(wordPattern) ?? [];
  return own.length > 0 && own.every((word) => words.has(word));
}
