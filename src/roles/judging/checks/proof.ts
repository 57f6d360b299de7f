/** Whether a check decides its criterion, or only constrains it (SPEC §4, "Checks"). Pure. */
import type { Check } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/json.ts';
import { type Run, runsIn } from '../../laws/commands/line-runs.ts';
import { absolutePath, isWithin } from '../../laws/places/posix-path.ts';
import { cannotFail } from './checks-that-cannot-fail.ts';
import { wordsOf } from './evidence/call-view.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { pathsInLine } from './evidence/looked-at.ts';
import { changesOf, ownFiles } from './evidence/own-files.ts';
import { isBuildRun, isTestRun, readsWorld, scriptRun } from './evidence/program-kinds.ts';
import { speaksOfBuild, speaksOfTests } from './evidence/speaks-of.ts';
import { holdsNames } from './holds-names.ts';
import { namesIn } from './named-in.ts';

/** What a check is weighed against: all calls of the task, its folder, and the person's words. */
export type Weighing = { readonly calls: readonly DeclaredCall[]; readonly cwd: string; readonly input: string };

/** `decides`: when it holds, the criterion is met. `constrains`: when it does not hold, the criterion is not met; when it does, that proves nothing yet. */
export function weightOf(check: Check, criterion: string, weighing: Weighing): 'decides' | 'constrains' {
  return decides(check, criterion, weighing) ? 'decides' : 'constrains';
}

/** Whether a check is about a file that no call of the task has changed: what it says was so before. */
export function wasSoBefore(check: Check, calls: readonly DeclaredCall[], cwd: string): boolean {
  if (!('path' in check) || check.path === undefined) return false;
  const path = absolutePath(cwd, check.path);
  return !calls.some((call) => changesOf(call, cwd).some((change) => isWithin(change.path, path) || isWithin(path, change.path)));
}

function decides(check: Check, criterion: string, weighing: Weighing): boolean {
  if (cannotFail(check) !== undefined) return false;
  switch (check.kind) {
    case 'file_exists':
      return presence.test(criterion) && !content.test(criterion) && holds(criterion, '', [check.path], weighing);
    case 'file_absent':
      return absence.test(criterion) && !content.test(criterion) && holds(criterion, '', [check.path], weighing);
    case 'file_contains':
      return lookedFor(check.path, check.text, criterion, weighing);
    case 'file_matches':
      return lookedFor(check.path, plainPattern(check.pattern), criterion, weighing);
    case 'json_equals':
      return (
        check.path !== undefined &&
        lookedFor(check.path, `${check.pointer.replaceAll('/', ' ')} ${textOf(check.equals)}`, criterion, weighing)
      );
    case 'command':
      return commandDecides(check.run, criterion, weighing);
    default:
      return false;
  }
}

const presence = /\b(?:exists?|is there|are there|present|created|is saved|been saved|written to|in place)\b/i;
const absence = /\b(?:absent|removed|deleted|gone|no longer|not exist|not there|missing|is not present|does not remain)\b/i;
/** Verbs that say something about what is in a file, which its being there does not show. */
const content =
  /\b(?:contains?|names?|lists?|has|have|holds?|states?|mentions?|includes?|says?|describes?|with|explains?|summari[sz]es?|shows?|valid|correct(?:ly)?|passes|runs?|works?|and (?:is|are) not empty)\b/i;

const holds = (criterion: string, shown: string, paths: readonly string[], { cwd, input }: Weighing): boolean =>
  holdsNames(criterion, [{ shown, asked: shown, paths: paths.map((path) => absolutePath(cwd, path)) }], { cwd, said: input });

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The words that a pattern asks for, without its signs. */
const plainPattern = (pattern: string): string =>
  pattern.replaceAll(/\\[dDwWsSbBAzpP]|\(\?[a-z:]{1,6}|[[\](){}^$|+*?]/g, ' ').replaceAll(/\\(.)/g, '$1');

/** What is looked for in a file: the task cannot prove it by having written it, unless the person asked for that very text. */
function lookedFor(path: string, text: string, criterion: string, weighing: Weighing): boolean {
  const absolute = absolutePath(weighing.cwd, path);
  const words = wordsOf(text);
  if (words.size === 0 || !/[\p{L}\p{N}]{2}|\d/u.test(text)) return false;
  const isAsked = [...words].every((word) => wordsOf(weighing.input).has(word));
  if (!isAsked && ownFiles(weighing.calls, weighing.cwd).has(absolute)) return false;
  return isAbout(criterion, text) && holds(criterion, text, [path], weighing);
}

/** A criterion that names nothing but its file is about what it says in words: one of them at least is looked for. */
function isAbout(criterion: string, text: string): boolean {
  const { values, exact, proper, numbers } = namesIn(criterion);
  if (values.length + exact.length + proper.length + numbers.length > 0) return true;
  const said = [...wordsOf(criterion)].filter((word) => word.length > 3).map((word) => word.slice(0, 5));
  return [...wordsOf(text)].some((word) => said.includes(word.slice(0, 5)));
}

function commandDecides(line: string, criterion: string, weighing: Weighing): boolean {
  const { cwd, calls, input } = weighing;
  const reading = (runsIn(line) ?? []).filter(readsWorld);
  const own = ownFiles(calls, cwd);
  const paths = [...pathsInLine(line, cwd)];
  const isTest = reading.some(isTestRun);
  if (reading.length === 0 || (!isTest && reading.some((run) => runsOwnScript(run, criterion, own, cwd)))) return false;
  if (isContentCheck(reading, paths, own) && !reading.every((run) => isAskedFor(run, input))) return false;
  const isRun = isTest || reading.some(isBuildRun);
  const isAboutRun = speaksOfTests(criterion) || speaksOfBuild(criterion);
  const fits = isRun || isAboutRun ? isRun && isAboutRun : isAbout(criterion, line) || compares(reading, criterion);
  return fits && holdsNames(criterion, [{ shown: line, asked: line, paths, isWhole: isRun, exitCode: 0 }], { cwd, said: input });
}

type OwnFiles = ReturnType<typeof ownFiles>;

/** What a script of the task says is its own word, unless the criterion is about that script. */
function runsOwnScript(run: Run, criterion: string, own: OwnFiles, cwd: string): boolean {
  const script = absolutePath(cwd, scriptRun(run) ?? run.program);
  return own.has(script) && !namesIn(criterion).paths.some((path) => absolutePath(cwd, path) === script);
}

const readers: ReadonlySet<string> = new Set('grep egrep fgrep rg cat head tail sed awk jq wc'.split(' '));

/** A command that only looks into files that the task wrote. */
const isContentCheck = (reading: readonly Run[], paths: readonly string[], own: OwnFiles): boolean =>
  paths.length > 0 && paths.every((path) => own.has(path)) && reading.every(({ program }) => readers.has(program));

/** Whether the person asked for the text that is looked for. */
const isAskedFor = ({ args }: Run, input: string): boolean => {
  const [sought = ''] = args.map(({ literal, text }) => literal ?? text).filter((word) => !word.startsWith('-'));
  return [...wordsOf(sought)].every((word) => wordsOf(input).has(word));
};

const compares = (reading: readonly Run[], criterion: string): boolean =>
  reading.some(({ program }) => program === 'cmp' || program === 'diff') &&
  /\b(?:equal|same|identical|match(?:es)?|unchanged|differ)\b/i.test(criterion);
