/** The facts that an answer states without support, and the sources they are looked up in (SPEC §4, Law 0). Pure. */
import { wasMade } from '../../../contracts/execution.ts';
import type { TaskSpec } from '../../../contracts/intent.ts';
import { type Derivation, type Sources, unsupported } from '../../../laws/facts/unsupported.ts';
import { changesIn } from '../changes-in.ts';
import { isPath } from '../criterion/names-in.ts';
import { deniesPresence } from '../criterion/speaks-of.ts';
import { type CallView, viewOf } from '../evidence/call-view.ts';
import type { DeclaredCall } from '../evidence/declared-call.ts';
import { type OwnFile, ownFiles } from '../evidence/own-files.ts';
import { staleness } from '../evidence/staleness.ts';
import type { Written } from '../judge-prompt.ts';
import { sentencesIn } from './sentences-in.ts';

/** The unsupported facts of an answer: those that nothing shows, and those that only outdated calls show. */
export type Unsupported = { readonly unseen: readonly string[]; readonly outdated: readonly string[] };

/** An answer's unsupported facts, given these derivations. */
export type StatedFacts = (derived: readonly Derivation[]) => Unsupported;

export const allSupported: Unsupported = { unseen: [], outdated: [] };

/** For an answer whose facts are not checked. */
export const noFacts: StatedFacts = () => allSupported;

/** What facts are looked up in: `fresh` is the part of `shown` that is not outdated, `sought` is what calls searched for. */
type SeenSources = Sources & { readonly fresh: readonly string[]; readonly sought: readonly string[] };

/** A fact shown only by an outdated call is also unsupported, unless the answer states it in the past tense. */
export const statedFacts =
  (answer: string, sources: SeenSources): StatedFacts =>
  (derived) => {
    const unseen = unsupported(answer, sources, derived).filter((fact) => !isDenied(fact, answer, sources.sought));
    if (sources.shown.every((text, at) => text === sources.fresh[at])) return { unseen, outdated: [] };
    const notFresh = unsupported(answer, { shown: sources.fresh, given: sources.given }, derived);
    return { unseen, outdated: notFresh.filter((fact) => !unseen.includes(fact) && !isOfThePast(fact, answer)) };
  };

const past =
  /\b(?:was|were|had|been|before|previous(?:ly)?|former(?:ly)?|instead|returned|removed|deleted|gone|changed|replaced|renamed|fixed|corrected|moved|old|until|initial(?:ly)?|original(?:ly)?|earlier|fail(?:ed|ing|ures?)?|no longer|used to|war|waren|hatte\w*|vorher|zuvor|statt|gelöscht|entfernt|geändert|ersetzt|umbenannt|était|étaient|avant|supprimé\w*|remplacé\w*|era|eran|antes|eliminad\w*|cambiad\w*)\b|原|之前|删除|改/iu;

/** Whether the answer only says that something with this name is missing, and calls did search for it: no output can show an absence. */
const isDenied = (fact: string, answer: string, sought: readonly string[]): boolean =>
  /\p{L}/u.test(fact) &&
  sought.some((asked) => asked.includes(fact)) &&
  sentencesIn(withHeadings(answer))
    .filter((sentence) => sentence.includes(fact))
    .every(deniesPresence);

/** Whether each sentence that states a fact is about the past. */
const isOfThePast = (fact: string, answer: string): boolean =>
  sentencesIn(withHeadings(answer))
    .filter((sentence) => sentence.includes(fact))
    .every((sentence) => past.test(sentence));

/** The text with each cell of a table on a line of its own, after its column heading: `Before: 42`. */
function withHeadings(text: string): string {
  let headings: readonly string[] = [];
  const lines = text.split('\n');
  const read = lines.map((line, at) => {
    if (!line.trimStart().startsWith('|')) headings = [];
    if (isRule(line)) headings = cellsOf(lines[at - 1] ?? '');
    return headings.length === 0 || isRule(line)
      ? line
      : cellsOf(line)
          .map((cell, column) => `${headings[column] ?? ''}: ${cell}`)
          .join('\n');
  });
  return read.join('\n');
}

const isRule = (line: string): boolean => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);
const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** What is known about a task besides its calls. */
export type Background = {
  readonly spec: TaskSpec;
  readonly surroundings: string;
  readonly now: string;
  /** The words in the schema that the answer conforms to. */
  readonly form?: readonly string[];
};

/** The person's words and data, and what code put into prompts: the date, the folder, the surroundings. */
export function givenIn({ spec, surroundings, now, form = [] }: Background): readonly string[] {
  const { data, cwd } = spec;
  return [...saidIn(spec), ...(data ? [data.excerpt, data.path] : []), cwd, now.slice(0, 10), withoutCounts(surroundings), ...form];
}

/** The person's words: the goal, their answers, and what they said while the task ran. */
const saidIn = ({ raw_input, clarifications }: TaskSpec): readonly string[] => [raw_input, ...clarifications.map(({ answer }) => answer)];

/** Small numbers in the surroundings, such as a system's version, are not evidence of a count. */
const withoutCounts = (surroundings: string): string => surroundings.replaceAll(/(?<![\w.:+-])\d{1,3}(?![\w:+-]|[.,]\d)/g, ' ');

/**
 * What calls showed, and what code sees of the files that the task wrote. A call's own input is a model's words, and so is a file that the task wrote, unless
 * the person asked for it by name (docs/decisions/2026-11-16-what-a-task-wrote-supports-little.md).
 */
export function sourcesOf(calls: readonly DeclaredCall[], written: readonly Written[], background: Background): SeenSources {
  const { cwd } = background.spec;
  const own = ownFiles(calls, cwd);
  const asked = saidIn(background.spec).join('\n');
  const isWanted = (path: string): boolean => isNamedIn(path.slice(path.lastIndexOf('/') + 1), asked);
  const views = calls.filter(wasMade).map((call) => viewOf(call, cwd, own));
  const shown = views.flatMap((view) => shownBy(view, own, isWanted));
  const lookedAt = views.filter(({ call }) => call.ok).flatMap(({ paths }) => paths.flatMap((path) => [path, path.replace(`${cwd}/`, '')]));
  const ended = views.flatMap(({ exitCode }) => (exitCode === undefined ? [] : [`exit code ${exitCode}`]));
  const wanted = written.filter(({ path }) => isWanted(path)).map(({ text }) => text);
  const changed = changesIn(calls).map(({ path, change }) => `${change} ${path}`);
  const sizes = written.map(({ path, text }) => `${path}: ${text.split('\n').length - (text.endsWith('\n') ? 1 : 0)} lines`);
  return {
    shown: [...shown, ...wanted],
    sought: views.flatMap(({ asked }) => asked ?? []),
    fresh: [...views.flatMap((view) => shownBy(view, own, isWanted).flatMap((text) => stillSo(text, view, calls, cwd))), ...wanted],
    given: [...givenIn(background), ...changed, ...sizes, ...lookedAt, ...new Set(ended)],
  };
}

/** The part of an output that is still up to date after later changes. A file created later does not contradict lines about other files. */
function stillSo(text: string, view: CallView, calls: readonly DeclaredCall[], cwd: string): readonly string[] {
  const later = calls.slice(calls.indexOf(view.call) + 1);
  if (staleness(view, later, cwd) === undefined) return [text];
  if (view.isProject || staleness(view, later, cwd, (change) => change !== 'created') !== undefined) return [];
  return [text.split('\n').filter(namesFile).join('\n')];
}

const namesFile = (line: string): boolean => line.split(/[\s|:,;"'()]+/).some((word) => /\p{L}/u.test(word) && isPath(word));

/** Whether a text has the name as a whole word. */
function isNamedIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + name.length, at + name.length + 1);
    if (!/[\p{Script=Latin}\p{N}_-]/u.test(around)) return true;
  }
  return false;
}

/** The output of a call, unless it is the task's own words. */
function shownBy(view: CallView, own: ReadonlyMap<string, OwnFile>, isWanted: (path: string) => boolean): readonly string[] {
  const { call, paths, reads, isListing, isProject } = view;
  if (call.evidence?.kind === 'writes') return [call.output_head_tail];
  const isOwn = (path: string): boolean => {
    const file = own.get(path);
    return file !== undefined && !file.isDerived && !file.wasThere && !isWanted(path);
  };
  const isOwnAlone = paths.length > 0 && !isListing && !isProject && paths.every(isOwn);
  return reads && !isOwnAlone ? [view.shown] : [];
}
