/** Law 1: places where merely creating a file changes how something behaves. */
import { lazily } from '../../contracts/lazily.ts';
import { foldedName } from './folded-name.ts';
import { absolutePath, isWithin } from './posix-path.ts';
import {
  configuringPlaces,
  placesAnywhere,
  placesInHomes,
  placesInSystem,
  placesOfPackages,
  placesOfPython,
  placesOnOpening,
  type Table,
  whatGitRuns,
  whereProgramsAre,
  whoseDataItIs,
} from './sensitive-place-names.ts';

/** The person's home, the folders on the PATH, and artoo's data folder; paths that are not absolute are ignored. */
export type Surroundings = { readonly home: string; readonly pathFolders: readonly string[]; readonly dataFolder: string };

/** Why creating something at this absolute path needs approval; undefined for an ordinary place. `whyOfSystem` covers system folders. */
export function whySensitive(path: string, around: Surroundings): string | undefined {
  const place = foldedName(absolutePath('/', path));
  return whyRun(place, around) ?? whyIn(anywhere, place) ?? whyIn(inHomes, inHome(place, around.home));
}

/** Like `whySensitive`, but for the workspace, where everything is free except what runs or is loaded without being called. */
export const whySensitiveInWorkspace = (path: string, around: Surroundings): string | undefined =>
  whyRun(foldedName(absolutePath('/', path)), around);

/**
 * Why something in the workspace may not be removed without approval: it configures artoo or another agent. Hooks are not included: git works without
 * them.
 */
export function whyKeptInWorkspace(path: string, around: Surroundings): string | undefined {
  const why = whyConfiguring(foldedName(absolutePath('/', path)), around);
  return why === whatGitRuns ? undefined : why;
}

/** Why moving a folder to this path would put files in sensitive places: such places exist below it. */
export function whySensitiveBelow(path: string, { home, pathFolders, dataFolder }: Surroundings): string | undefined {
  const place = foldedName(absolutePath('/', path));
  const holds = (folder: string) => folder.startsWith('/') && isWithin(place, foldedName(absolutePath('/', folder)));
  if (holds(dataFolder)) return whoseDataItIs;
  if (pathFolders.some(holds)) return 'it holds a folder that is searched for programs';
  return whyIn(aboveAnywhere, place) ?? whyIn(aboveInHomes, inHome(place, home));
}

/** Why creating something at this path changes the system; undefined for a place outside it. */
export const whyOfSystem = (path: string): string | undefined => whyIn(inSystem, foldedName(absolutePath('/', path)));

/** Why something runs, or is loaded, without being called, whichever folder it is in. */
function whyRun(place: string, around: Surroundings): string | undefined {
  if (around.pathFolders.some((folder) => isIn(folder, place))) return whereProgramsAre;
  return (
    whyConfiguring(place, around) ??
    whyIn(ofPython, place) ??
    (compiled.test(place) ? undefined : whyIn(ofPackages, place)) ??
    (installed.test(place) ? undefined : whyIn(onOpening, place))
  );
}

function whyConfiguring(place: string, { dataFolder }: Surroundings): string | undefined {
  if (isIn(dataFolder, place)) return whoseDataItIs;
  return place.endsWith('/.git') ? whatGitRuns : whyIn(configuring, place); // a file called .git points to the repository
}

/** The path relative to a home folder, this person's or another's; empty outside homes. */
function inHome(place: string, home: string): string {
  return isIn(home, place) ? place.slice(foldedName(absolutePath('/', home)).length) : (anyHome.exec(place)?.[1] ?? '');
}

const isIn = (folder: string, place: string): boolean =>
  folder.startsWith('/') && folder !== '/' && isWithin(foldedName(absolutePath('/', folder)), place);

/** Folders into which package managers install. */
const installed = /\/(?:node_modules|bower_components|site-packages|dist-packages)\//;
const compiled = /\/__pycache__\/[^/]+\.pyc(?:\.\d+)?$/;
const anyHome = /^(?:\/(?:home|users)\/[^/]+|\/root)(\/.+)$/s;

type Row = { readonly places: RegExp; readonly why: string };

const whyIn = (rows: () => readonly Row[], place: string): string | undefined => rows().find(({ places }) => places.test(place))?.why;

/** Each place as a pattern for its path, where `*` is any part of a name; everything below the place counts too. */
const rows = (start: string, table: Table): readonly Row[] =>
  rowsOf(table, (places) => `${start}/(?:${places.map(source).join('|')})(?:/|$)`);

/** The folders above each place, without their other contents. */
const rowsAbove = (start: string, table: Table): readonly Row[] =>
  rowsOf(table, (places) => `${start}/(?:${places.flatMap(foldersAbove).map(source).join('|') || '(?!)'})$`);

const rowsOf = (table: Table, pattern: (places: readonly string[]) => string): readonly Row[] =>
  Object.entries(table).map(([why, places]) => ({ why, places: new RegExp(pattern(places.trim().split(/\s+/)), 's') }));

function foldersAbove(place: string): readonly string[] {
  const names = place.split('/');
  return names
    .slice(1)
    .map((_, at) => names.slice(0, at + 1).join('/'))
    .filter((folder) => !folder.includes('**'));
}

const source = (place: string): string =>
  place.toLowerCase().replaceAll(/\*\*\/|[.*]/g, (special) => ({ '.': String.raw`\.`, '*': '[^/]*' })[special] ?? '(?:.*/)?');

const configuring = lazily(() => rows('', configuringPlaces));
const ofPython = lazily(() => rows('', placesOfPython));
const ofPackages = lazily(() => rows('', placesOfPackages));
const onOpening = lazily(() => rows('', placesOnOpening));
const anywhere = lazily(() => rows('', placesAnywhere));
const inHomes = lazily(() => rows('^', placesInHomes));
const aboveAnywhere = lazily(() =>
  [configuringPlaces, placesOfPython, placesOfPackages, placesOnOpening, placesAnywhere].flatMap((table) => rowsAbove('', table)),
);
const aboveInHomes = lazily(() => rowsAbove('^', placesInHomes));
const inSystem = lazily(() => rows('^', placesInSystem));
