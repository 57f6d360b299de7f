/** The kind of check that runs a shell line and compares its exit code. The line runs contained, and what it writes is discarded. */
import { type Run, runsIn, workIn } from '../../../laws/commands/line/line-runs.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import { namesIn } from '../criterion/names-in.ts';
import { speaksOfBuild, speaksOfTests } from '../criterion/speaks-of.ts';
import { wordSet } from '../criterion/word-set.ts';
import { wordsOf } from '../evidence/call-view.ts';
import { pathsInLine } from '../evidence/looked-at.ts';
import { holdsNames } from '../evidence/missing-names.ts';
import { ownFiles } from '../evidence/own-files.ts';
import { isBuildRun, isTestRun, readsContent, readsWorld, scriptRun } from '../evidence/program-kinds.ts';
import type { CheckKind, CheckOf, Weighing } from './check-kind.ts';
import { comparedCode, oneLine, unseen } from './finding.ts';
import { isAbout } from './proof.ts';

export const command: CheckKind<CheckOf<'command'>> = {
  world:
    '{ "kind": "command", "run": "npm test", "equals": 0 }: the exit code of a shell line. It runs contained, without network, and what it writes is discarded: it may run the project\'s tests.',
  whyHollow: ({ run, equals }) => whyConstant(run, equals),
  look: (check) => check,
  decide: ({ equals }, { observation: seen }) =>
    seen?.of === 'command' ? comparedCode(seen.exit_code, equals, oneLine(seen.output.trim().split('\n').at(-1) ?? '')) : unseen(seen),
  proves: ({ run }, criterion, weighing) => provesByRun(run, criterion, weighing),
};

function provesByRun(line: string, criterion: string, weighing: Weighing): boolean {
  const { cwd, calls, input } = weighing;
  const reading = (runsIn(line) ?? []).filter(readsWorld);
  const own = ownFiles(calls, cwd);
  const paths = [...pathsInLine(line, cwd)];
  const isTest = reading.some(isTestRun);
  if (reading.length === 0 || (!isTest && reading.some((run) => runsOwnScript(run, criterion, own, cwd)))) return false;
  const searching = reading.filter(({ program }) => !tests.has(program));
  if (isContentCheck(searching, paths, own) && !searching.every((run) => isAskedFor(run, input))) return false;
  const shown = `${line}\n${withoutEscapes(line)}`;
  const isRun = isTest || reading.some(isBuildRun);
  const isAboutRun = speaksOfTests(criterion) || speaksOfBuild(criterion);
  const fits = isRun || isAboutRun ? isRun && isAboutRun : isAbout(criterion, shown) || compares(reading, criterion);
  return fits && holdsNames(criterion, [{ shown, asked: shown, paths, isWhole: isRun, exitCode: 0 }], { cwd, said: input });
}

/** Without backslashes, so that a search for `console\.log\(` counts as a search for console.log. */
const withoutEscapes = (line: string): string => line.replaceAll(/\\+(?=[^\w\s\\])/g, '');

/** Programs that test whether a file exists, which says nothing about its content. */
const tests = wordSet('test [ [[');

type OwnFiles = ReturnType<typeof ownFiles>;

/** Whether a command runs a script that the task wrote, which proves nothing, unless the criterion is about it. */
function runsOwnScript(run: Run, criterion: string, own: OwnFiles, cwd: string): boolean {
  const script = absolutePath(cwd, scriptRun(run) ?? run.program);
  return own.has(script) && !namesIn(criterion).paths.some((path) => absolutePath(cwd, path) === script);
}

/** Whether a command only reads files that the task wrote. */
const isContentCheck = (reading: readonly Run[], paths: readonly string[], own: OwnFiles): boolean =>
  reading.length > 0 && paths.length > 0 && paths.every((path) => own.has(path)) && reading.every(readsContent);

/** Whether the person asked for the text that the command looks for. */
const isAskedFor = ({ args }: Run, input: string): boolean => {
  const [sought = ''] = args.map(({ literal, text }) => literal ?? text).filter((word) => !word.startsWith('-'));
  return [...wordsOf(sought)].every((word) => wordsOf(input).has(word));
};

const compares = (reading: readonly Run[], criterion: string): boolean =>
  reading.some(({ program }) => program === 'cmp' || program === 'diff') &&
  /\b(?:equal|same|identical|match(?:es)?|unchanged|differ)\b/i.test(criterion);

function whyConstant(line: string, equals: number): string | undefined {
  const runs = runsIn(line);
  if (runs === undefined) return undefined;
  if (runs.length === 0) return 'the command runs nothing';
  const deciding = runs.filter(({ prints }) => prints !== 'word');
  if (deciding.every(isConstant)) return 'the command looks at nothing, and always ends the same';
  if (equals !== 0 || !deciding.filter(({ isBlamed }) => isBlamed).every(neverFails)) return undefined;
  const work = workIn(deciding);
  const hidden = work.find(({ isProved, isBlamed, isConditional }) => !isProved && !isBlamed && !isConditional) ?? work[0];
  return `the command hides the exit code of ${hidden?.program || 'what it runs'}`;
}

const constants = wordSet('true : echo printf exit false cd export set sleep');

/** Whether a run inspects nothing: its arguments are fixed in the line, and the program reads nothing. */
function isConstant({ program, args, isPiped }: Run): boolean {
  if (constants.has(program)) return true;
  if (!tests.has(program)) return false;
  return !isPiped && args.every(({ literal }) => literal !== undefined) && !args.some(({ literal = '' }) => looking.test(literal));
}

/** The options of `test` that inspect files; its other options only compare its arguments. */
const looking = /^-(?:[abcdefghkLNOpGrsSuwxt]|nt|ot|ef|v)$/;

/** Programs that exit with 0 whatever they read. */
const neverFailing = wordSet('true : echo printf cat tee head tail wc sort uniq tr cut sed nl rev tac exit');

const neverFails = ({ program, args, isPiped }: Run): boolean => {
  if (program === 'exit') return /^0*$/.test(args[0]?.text ?? '0');
  if (program === 'true' || program === ':' || program === 'echo' || program === 'printf') return true;
  return isPiped && neverFailing.has(program) && !args.some(({ text }) => /^[^-]*[./]/.test(text));
};
