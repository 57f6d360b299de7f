/** Whether cited evidence mentions what the criterion names. Pure. */
import { datesIn, isShownAs, readDate } from '../../../laws/facts/dates.ts';
import { absolutePath, isWithin } from '../../../laws/places/posix-path.ts';
import { foundIn } from '../../../tools/observing/observe-quote.ts';
import { addresses, type Names, namesIn, numeric, plainNumber } from '../criterion/names-in.ts';
import { deniesPresence, leavesOpen, saysOnlyNone, speaksOfBuild, speaksOfSeveral, speaksOfTests } from '../criterion/speaks-of.ts';
import { isDateSought, isSought, type Sought } from './sought.ts';

/** One source of evidence. */
export type Source = {
  /** An output, or the text of a file. */
  readonly shown: string;
  /** The input of the call; a number or a value in it proves nothing. */
  readonly asked?: string;
  /** The files and folders that the call looked at, as absolute paths. */
  readonly paths?: readonly string[];
  /** Whether the source shows whole files, so that anything it does not show is not in them. */
  readonly isReading?: boolean;
  /** The folders that the call lists: a bare name in its output is in one of them. */
  readonly lists?: readonly string[];
  /** Whether the source is about the whole project: a test run without a path. */
  readonly isWhole?: boolean;
  /** The folders that were searched completely, so that anything not shown is in none of them. */
  readonly searched?: readonly string[];
  /** What was searched for there, and not found. */
  readonly sought?: Sought | undefined;
  /** Whether the person gave the source, which therefore has no path. */
  readonly isGiven?: boolean;
  readonly exitCode?: number | undefined;
};

/** The context in which a criterion is read. */
export type Surrounding = {
  readonly cwd: string;
  /** The person's words: a number in them is not made up. */
  readonly said?: string;
  /** The words of the answer's form, which no source need mention. */
  readonly form?: ReadonlySet<string>;
  /** The known folders in `cwd`, by name. */
  readonly folders?: ReadonlySet<string>;
  /** The new path of each file that the task moved, by its old path. */
  readonly moved?: ReadonlyMap<string, string>;
};

/** Whether the sources together mention the criterion's names and numbers. */
export const holdsNames = (criterion: string, sources: readonly Source[], around: Surrounding): boolean =>
  missingNames(criterion, sources, around).length === 0;

/**
 * The names and numbers of the criterion that no source mentions. A third of the capitalised words may be missing: the planner may have added those.
 */
export function missingNames(criterion: string, sources: readonly Source[], around: Surrounding): readonly string[] {
  const { said = '', folders, form } = around;
  const names = withoutForm(namesIn(criterion, folders), form);
  const texts = sources.map(({ shown, asked = '' }) => ({
    shown: shown.toLowerCase(),
    all: [asked, unescaped(asked), shown].join('\n').toLowerCase(),
  }));
  const outputs = sources.map(({ shown }) => shown);
  const places = placesFor(criterion, names, around);
  const inAll = (word: string): boolean => texts.some(({ all }) => all.includes(word.toLowerCase()));
  const isAbsent = leavesOpen(criterion) && sources.length > 0 && sources.every(({ isReading = false }) => isReading);
  const proper = isAbsent ? [] : names.proper.filter((word) => !inAll(word.replace(/s$/, '')));
  return [
    ...names.paths.filter((path) => !sources.some((source) => holdsPath(path, source, places))),
    ...names.values.filter(
      (value) => !isAbsent && !foundIn(value, outputs) && !texts.some(({ shown }) => shown.includes(value.toLowerCase())),
    ),
    ...names.exact.filter(
      (word) =>
        !inAll(word) &&
        !(isAbsent && !word.startsWith('.')) &&
        !sources.some(({ paths = [] }) => paths.some((path) => path.endsWith(word))) &&
        !(places.isDenied && word.startsWith('.') && sources.some(({ lists = [] }) => lists.length > 0)),
    ),
    ...(proper.length > Math.floor(names.proper.length / 3) ? proper : []),
    ...missingNumbers(names, sources, said, soughtIn(criterion, names, sources, around)),
  ];
}

/** What was searched for and not found in every place that the criterion names, if all it says is that there is none. */
function soughtIn(criterion: string, { paths }: Names, sources: readonly Source[], { cwd }: Surrounding): readonly Sought[] {
  if (!saysOnlyNone(criterion)) return [];
  const places = paths.length === 0 ? [cwd] : paths.map((path) => absolutePath(cwd, path));
  return sources.flatMap(({ sought, searched = [] }) =>
    sought && places.every((place) => searched.some((folder) => isWithin(folder, place))) ? [sought] : [],
  );
}

/** The names of a criterion without names of parts of the answer: `first_error`, `log.errors`, `services[].name`. */
function withoutForm(names: Names, form: ReadonlySet<string> = new Set()): Names {
  if (form.size === 0) return names;
  const isFact = (name: string): boolean => {
    const parts = name.split(/[.[\]/$*]+/).filter((part) => part !== '');
    return parts.length === 0 || !parts.every((part) => form.has(part));
  };
  const { paths, values, exact, proper } = names;
  return {
    ...names,
    paths: paths.filter(isFact),
    values: values.filter(isFact),
    exact: exact.filter(isFact),
    proper: proper.filter(isFact),
  };
}

function missingNumbers(
  { numbers, dates, exitCode }: Names,
  sources: readonly Source[],
  said: string,
  sought: readonly Sought[],
): readonly string[] {
  const written = new Set(sources.flatMap((source) => numbersIn(source.shown)));
  const shown = new Set([...written, ...sources.map((source) => countOf(source.shown))]);
  const asked = new Set(sources.flatMap(({ asked = '' }) => looseNumbersIn(asked)));
  const theirs = new Set(looseNumbersIn(said));
  const isMissing = (number: string): boolean =>
    !shown.has(number) && !(theirs.has(number) && asked.has(number)) && !sought.some((each) => isSought(number, each));
  const isDateMissing = ({ text, numbers: own }: Names['dates'][number]): boolean =>
    own.some((number) => isMissing(number) || (shown.has(number) && !written.has(number))) && !isDateShown(text, sources);
  const undated = dates.filter((date) => isDateMissing(date) && !sought.some((each) => isDateSought(date.text, each)));
  const lacks = [...numbers.filter(isMissing), ...undated.map(({ text }) => text)];
  const isEnded = exitCode === undefined || sources.some((source) => source.exitCode === exitCode);
  return isEnded ? lacks : [...lacks, `exit code ${exitCode}`];
}

/** Whether a source shows the date in any usual form: `1 November` is shown by `01/Nov/2026`. */
function isDateShown(text: string, sources: readonly Source[]): boolean {
  const wanted = readDate(text);
  return sources.some(({ shown }) =>
    datesIn(shown).some((seen) => readDate(seen).some((date) => wanted.some((each) => isShownAs(each, date)))),
  );
}

/** Every number in a text: as written, in parts, and without a fraction that is all zeros. */
function numbersIn(text: string): readonly string[] {
  const whole = [...text.matchAll(numeric)].map(([found]) => plainNumber(found));
  return [...whole, ...whole.map((number) => number.replace(/\.0+$/, '')), ...looseNumbersIn(text)];
}

const looseNumbersIn = (text: string): readonly string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).flatMap((found) => [plainNumber(found), ...found.split(/[.,]/)]);

/** How many entries a listing has. */
const countOf = (text: string): string => String(text.split('\n').filter((line) => line.trim() !== '').length);

/** A pattern as the text that it finds: `\beval\(` as `eval(`. */
const unescaped = (pattern: string): string => pattern.replaceAll(/\\[bB<>]/g, '').replaceAll(/\\(.)/g, '$1');

/** Where the files that a criterion names may be, and what the criterion says about them. */
type Places = {
  readonly cwd: string;
  readonly moved: ReadonlyMap<string, string>;
  /** The folders that the criterion names: a bare name may be a file in one of them. */
  readonly folders: readonly string[];
  /** Whether a bare name means every file with that name. */
  readonly isSeveral: boolean;
  /** Whether a list without the name proves the criterion. */
  readonly isDenied: boolean;
  /** Whether a run of the whole project proves the criterion. */
  readonly isOfRun: boolean;
};

const placesFor = (criterion: string, { paths }: Names, { cwd, moved = new Map() }: Surrounding): Places => ({
  cwd,
  moved,
  folders: paths.filter((path) => path.endsWith('/')).map((path) => absolutePath(cwd, path)),
  isSeveral: speaksOfSeveral(criterion),
  isDenied: deniesPresence(criterion),
  isOfRun: speaksOfTests(criterion) || speaksOfBuild(criterion),
});

/** A name below the task's folder means exactly that file, even after the task has moved it; a folder is covered by anything in it. */
function holdsPath(path: string, source: Source, places: Places): boolean {
  const { shown, asked = '', paths = [], lists = [], searched = [], isWhole = false, isGiven = false } = source;
  const { cwd, moved, isSeveral, isDenied, isOfRun } = places;
  const bare = path.replace(/^\.\//, '').replace(/\/$/, '');
  const isBare = !path.includes('/') && !path.startsWith('~');
  const named = path.startsWith('~') ? [path] : [cwd, ...(isBare ? places.folders : [])].map((folder) => absolutePath(folder, path));
  const wanted = named.flatMap((each) => [each, moved.get(each) ?? []].flat());
  const reaches = (found: string): boolean =>
    wanted.some((each) => found === each || (isFolder(path) && isWithin(each, found))) ||
    (isBare && isSeveral && found.endsWith(`/${path}`));
  if (paths.some((found) => reaches(found) || (path.startsWith('~') && found.endsWith(path.slice(1))))) return true;
  if (isRequested(path, asked)) return true;
  if (source.asked !== undefined && paths.length === 0 && wanted.includes(cwd)) return true; // a call that names no place runs in the current folder, and is about it
  if (isGiven || searched.some((folder) => wanted.some((each) => isWithin(folder, each)))) return true;
  if (isWhole && (/test|spec/i.test(path) || isFolder(path) || (isOfRun && wanted.some((each) => isWithin(cwd, each))))) return true;
  const isListed = (each: string): boolean => lists.includes(each.slice(0, each.lastIndexOf('/')) || '/');
  if (isDenied && wanted.some((each) => isListed(each))) return true;
  const bases = lists.length > 0 ? lists : [cwd];
  for (const [token] of shown.matchAll(/[\p{L}\p{N}_.@+~/-]+/gu)) {
    if (token.length < bare.length || !token.includes(bare.slice(bare.lastIndexOf('/') + 1))) continue;
    const found = token.replace(/[.]+$/, '');
    if (bases.some((base) => reaches(absolutePath(base, found))) || (found.includes('/') && reaches(absolutePath(cwd, found)))) return true;
  }
  return false;
}

/** Whether a path belongs to a requested address: the response need not repeat it. */
const isRequested = (path: string, asked: string): boolean =>
  path.startsWith('/') && [...asked.matchAll(addresses)].some(([address]) => URL.parse(address)?.pathname === path);

const isFolder = (path: string): boolean => path.endsWith('/') || !/\.[A-Za-z\d]{1,10}$/.test(path);
