/** Why a call does not count as evidence, whether it is cited by its id or quoted. Each reason is a sentence for the judge. Pure. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { absolutePath, isWithin } from '../../../laws/places/posix-path.ts';
import { foundIn } from '../../../tools/observing/observe-quote.ts';
import { namesIn } from '../criterion/names-in.ts';
import {
  asksForAmount,
  deniesFinding,
  deniesPresence,
  showsFailure,
  speaksOfAbsence,
  speaksOfContent,
  speaksOfPast,
  speaksOfRunning,
  speaksOfSuccess,
  speaksOfWhole,
} from '../criterion/speaks-of.ts';
import { wordSet } from '../criterion/word-set.ts';
import { type CallView, isAmong, wordsOf } from './call-view.ts';
import { isBuildRun, isTestRun } from './program-kinds.ts';
import { answered, answeredNo, ranToEnd } from './ran-to-end.ts';
import { isNothing, namesPath, type ReadWork, shownOf } from './read-work.ts';
import { whyUnrelated } from './unrelated.ts';

/** Why a call cited by its id does not count; undefined if it counts. */
export function whyNotCited(view: CallView, asked: Criterion, seen: ReadWork): string | undefined {
  const { call } = view;
  const { criterion, mode } = asked;
  if (!ranToEnd(call)) return `${call.call_id} did not run to its end`;
  if (mode === 'plausible') return undefined;
  if (!answered(call)) return `${call.call_id} ${howItEnded(view)}: quote what it shows`;
  return (
    whyNotSource(view, undefined, asked, seen) ??
    whyHidden(view, criterion) ??
    (isNothing(shownOf(view, criterion, seen.own, seen.around), view) ? whyNotQuiet(view, criterion, seen) : undefined)
  );
}

/** Why a quote from the output of a call does not count; undefined if it counts. */
export function whyNotQuoted(view: CallView, quote: string, asked: Criterion, seen: ReadWork): string | undefined {
  const { call } = view;
  const { criterion, mode } = asked;
  if (mode === 'plausible') return undefined;
  const shown = shownOf(view, criterion, seen.own, seen.around);
  const printed = `${call.call_id} only printed what its own input says`;
  const isShown = foundIn(quote, [shown]);
  if (!isShown && !view.printsOnCondition)
    return (
      whyNotSource(view, quote, asked, seen) ??
      (view.shown === shown ? printed : `${call.call_id} shows it only in a file that this task wrote`)
    );
  if (!isShown) return whyNotCited(view, asked, seen);
  return whyNotSource(view, quote, asked, seen) ?? whyFailed(view, criterion);
}

function whyNotSource(view: CallView, quote: string | undefined, { criterion }: Criterion, seen: ReadWork): string | undefined {
  const { call } = view;
  if (!view.reads) return `${call.call_id} only printed what its own input says`;
  return (
    whyFromElsewhere(view, criterion, seen) ??
    whyOwn(view, quote, criterion, seen) ??
    (speaksOfPast(criterion) ? undefined : whyStale(view, seen)) ??
    whyUnrelated(view, quote, criterion, seen) ??
    whyContrary(view, criterion, seen)
  );
}

/** A result from another machine proves nothing about a file on this one, unless the criterion is about that machine. */
function whyFromElsewhere({ call, asked = '' }: CallView, criterion: string, seen: ReadWork): string | undefined {
  if (call.evidence?.kind !== 'fetches') return undefined;
  const host = URL.parse(asked)?.hostname.replace(/^www\./, '');
  if (host !== undefined && criterion.toLowerCase().includes(host)) return undefined;
  const path = namesIn(criterion, seen.around.folders).paths.find((each) => !asked.includes(each));
  return path && `${call.call_id} shows what another machine says, and nothing about ${path} here`;
}

/** Why a call does not count if it shows only files that this task wrote and the criterion does not name. */
function whyOwn(view: CallView, quote: string | undefined, criterion: string, seen: ReadWork): string | undefined {
  const { call, paths } = view;
  const { own } = seen;
  if (view.isListing || view.isProject) return undefined;
  const ownPaths = paths.filter((path) => own.has(path) && !namesPath(criterion, path, seen.around));
  const [path] = ownPaths;
  if (path === undefined) return undefined;
  const isSaid = (each: string): boolean => quote !== undefined && isAmong(quote, wordsOf(own.get(each)?.authored ?? ''));
  const isFree = (each: string): boolean => {
    const file = own.get(each);
    return file !== undefined && !isSaid(each) && (file.isDerived || (file.wasThere && quote !== undefined));
  };
  const isAll = ownPaths.length === paths.length;
  const isMade = isAll ? !ownPaths.every(isFree) : ownPaths.some(isSaid);
  return isMade ? `${call.call_id} only shows ${path}, which this task wrote itself, and the criterion does not name it` : undefined;
}

function whyStale(view: CallView, seen: ReadWork): string | undefined {
  const later = seen.staleness(view);
  return later && `${view.call.call_id} ran before ${later.path} was changed by ${later.by}`;
}

const finders = /^(?:[efz]?grep|rg|find|fd|pgrep)$/;

/**
 * Why what a call shows cannot support the criterion: a list of names does not show content, a text does not show what a script does, and a match
 * disproves absence.
 */
function whyContrary(view: CallView, criterion: string, seen: ReadWork): string | undefined {
  const { call, runs } = view;
  if (call.evidence && 'isPartial' in call.evidence && (speaksOfAbsence(criterion) || speaksOfWhole(criterion)))
    return `${call.call_id} may not have seen all files, so it shows neither all of them nor that one is missing`;
  if (view.isListing && speaksOfContent(criterion)) return `${call.call_id} only lists names, and not what is in the file`;
  if (speaksOfRunning(criterion) && call.evidence?.kind !== 'runs') return `${call.call_id} ran nothing`;
  if (speaksOfRunning(criterion) && !view.isProject) return `${call.call_id} did not run it`;
  const still = stillShown(view, criterion, seen);
  if (still !== undefined) return `${call.call_id} shows ${still}`;
  const isFinder =
    call.evidence?.kind === 'searches' ||
    (runs.length === 1 &&
      runs.every(({ program, args }) => finders.test(program) && !args.some(({ text }) => /^-\w*[vL]|^!$|^-not$/.test(text))));
  const hasFound =
    isFinder && call.ok && !runs.some(({ isNegated }) => isNegated) && !isNothing(shownOf(view, criterion, seen.own, seen.around), view);
  return hasFound && deniesFinding(criterion) ? `${call.call_id} found something` : undefined;
}

/** The name in a list that the criterion says is absent, unless the call itself deleted it or the task moved it, so that it may be listed at its new place. */
function stillShown({ call, isListing, shown }: CallView, criterion: string, seen: ReadWork): string | undefined {
  if (!isListing) return undefined;
  const { cwd, moved } = seen.around;
  const isMoved = (path: string): boolean => moved?.has(absolutePath(cwd, path)) === true;
  const gone = criterion.split(/,\s+(?:and|but|und|et|y)\s+|;\s+/).filter(deniesPresence);
  const names = gone.flatMap((clause) => {
    const { paths, exact } = namesIn(clause, seen.around.folders);
    return [...paths.filter((path) => !path.endsWith('/') && !isMoved(path)), ...exact.filter((word) => word.startsWith('.'))];
  });
  const deleted = (call.changed ?? [])
    .filter(({ change }) => change === 'deleted')
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const listed = shown.split(/\s+/).filter((token) => !deleted.includes(token.slice(token.lastIndexOf('/') + 1)));
  return listed.find((token) =>
    names.some((name) => (name.startsWith('.') ? token.endsWith(name) : token === name || token.endsWith(`/${name}`))),
  );
}

const howItEnded = ({ call }: CallView): string => (call.exit_code === undefined ? 'failed' : `ended with exit code ${call.exit_code}`);

/** Why a failed run does not count: it does not prove success, whatever it printed. */
function whyFailed(view: CallView, criterion: string): string | undefined {
  if (!speaksOfSuccess(criterion)) return undefined;
  if (!answered(view.call)) return `${view.call.call_id} ${howItEnded(view)}`;
  return whyHidden(view, criterion) !== undefined && showsFailure(view.call.output_head_tail)
    ? `${view.call.call_id} shows a failure`
    : undefined;
}

/** Why an exit code does not count: the exit code of one program in the line proves nothing about another, although its output may. */
function whyHidden({ call, runs, printsOnCondition }: CallView, criterion: string): string | undefined {
  if (call.exit_code === undefined) return undefined;
  if (!speaksOfSuccess(criterion)) {
    const isHidden =
      !printsOnCondition &&
      runs.some(({ isConditional }) => !isConditional) &&
      !runs.some(({ isProved }) => isProved) &&
      call.exit_code === 0;
    return isHidden && !runs.some(({ isNegated }) => isNegated)
      ? `the exit code of ${call.call_id} is hidden: quote what it printed`
      : undefined;
  }
  const about = runs.filter((run) => isTestRun(run) || isBuildRun(run));
  const hidden = (about.length > 0 ? about : runs).find(({ isProved }) => !isProved);
  return hidden && `the exit code of ${call.call_id} does not tell how ${hidden.program || 'its program'} ended: quote what it printed`;
}

const hides = /\[artoo:[^\]]{0,2000}\b(?:hid(?:es|den)?|not shown|masked|cannot be seen|kept from|not visible)\b/i;

/** Programs whose exit code answers a question. */
const questions = wordSet('test [ [[ (( grep egrep fgrep rg diff cmp git pgrep which command type systemctl');

/** Why an empty output does not count: it proves only that something is absent where it was searched for, or that a run succeeded. */
function whyNotQuiet(view: CallView, criterion: string, seen: ReadWork): string | undefined {
  const { call, paths, runs } = view;
  if (answeredNo(call) || (view.isSearch && !runs.some(isQuietQuestion))) {
    if (!speaksOfAbsence(criterion)) return `${call.call_id} found nothing, which shows only that something is absent`;
    const isPrivate = (path: string): boolean => isWithin('/tmp', path) && !isWithin(seen.work.cwd, path);
    const isUnseen = hides.test(call.output_head_tail) || paths.some(isPrivate);
    return isUnseen ? `${call.call_id} could not see everything that is there, so it cannot show that something is absent` : undefined;
  }
  if (asksForAmount(criterion) && !runs.some(({ program }) => questions.has(program)))
    return `${call.call_id} printed nothing, which shows no number and no list`;
  const isNamed =
    paths.some((path) => namesPath(criterion, path, seen.around)) ||
    (call.changed ?? []).some(({ path }) => namesPath(criterion, path, seen.around));
  const isAnswer =
    isNamed ||
    runs.some(({ program }) => questions.has(program)) ||
    speaksOfSuccess(criterion) ||
    namesIn(criterion).exitCode !== undefined;
  return isAnswer ? undefined : `${call.call_id} printed nothing`;
}

const isQuietQuestion = ({ program, args, prints }: CallView['runs'][number]): boolean =>
  /^(?:[ef]?grep|rg)$/.test(program) && (prints === 'nowhere' || args.some(({ text }) => /^-[a-zA-Z]*q|^--(?:quiet|silent)$/.test(text)));
