/** The work of a task, prepared once for all citations: each call as a source, and the files that the task wrote. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { absolutePath, isWithin } from '../../../laws/places/posix-path.ts';
import { changesIn, movesIn } from '../changes-in.ts';
import { foldersSaid, knownFolders } from '../criterion/known-folders.ts';
import { namesIn } from '../criterion/names-in.ts';
import { speaksOfSeveral } from '../criterion/speaks-of.ts';
import { type CallView, viewOf } from './call-view.ts';
import type { DeclaredCall } from './declared-call.ts';
import type { Source, Surrounding } from './missing-names.ts';
import { type OwnFile, ownFiles } from './own-files.ts';
import { answeredNo } from './ran-to-end.ts';
import { soughtBy } from './sought.ts';
import { type Staleness, staleness } from './staleness.ts';
import type { Work } from './work.ts';

export type ReadWork = {
  readonly work: Work;
  readonly views: readonly CallView[];
  readonly own: ReadonlyMap<string, OwnFile>;
  readonly around: Surrounding & { readonly folders: ReadonlySet<string> };
  /** The later change that makes a call's result out of date. */
  readonly staleness: (view: CallView) => Staleness | undefined;
  readonly sourceOf: (view: CallView, criterion: Criterion) => Source;
  readonly fileOf: (path: string, quote: string) => Source;
};

type Read = Pick<ReadWork, 'own' | 'views'> & { readonly cwd: string; readonly moved: ReadonlyMap<string, string> };

/** A cache: the same calls are weighed for every quote of every criterion. */
const read = new WeakMap<readonly DeclaredCall[], Read>();

function readOnce(calls: readonly DeclaredCall[], cwd: string): Read {
  const known = read.get(calls);
  if (known?.cwd === cwd) return known;
  const own = ownFiles(calls, cwd);
  const made = { cwd, own, moved: movesIn(changesIn(calls)), views: calls.map((call) => viewOf(call, cwd, own)) };
  read.set(calls, made);
  return made;
}

export function readWork(work: Work): ReadWork {
  const { calls, cwd } = work;
  const { own, views, moved } = readOnce(calls, cwd);
  const said = saidIn(work);
  const folders = knownFolders(views, cwd, [...(work.known ?? []), ...foldersSaid(said)]);
  const around = { cwd, folders, said, moved, form: new Set(work.form) };
  return {
    work,
    views,
    own,
    around,
    staleness: (view) => staleness(view, calls.slice(calls.indexOf(view.call) + 1), cwd),
    sourceOf: (view, { criterion, mode }) =>
      asSource(view, mode === 'plausible' ? view.shown : shownOf(view, criterion, own, around), criterion, cwd),
    fileOf: (path, quote) => ({
      shown: [quote, ...views.filter((view) => isReadingOf(view, path)).map(({ shown }) => shown)].join('\n'),
      paths: [path],
    }),
  };
}

/** Everything the person said, before the task and while it ran. */
export const saidIn = ({ said, steered = [] }: Pick<Work, 'said' | 'steered'>): string => [said, ...steered].join('\n');

const isReadingOf = ({ call, paths }: CallView, path: string): boolean => call.evidence?.kind === 'reads' && paths[0] === path;

/** What a call shows that bears on a criterion, without lines from files that the task wrote and the criterion does not name. */
export function shownOf(view: CallView, criterion: string, own: ReadonlyMap<string, OwnFile>, around: Surrounding): string {
  const { shown, isListing, isSearch } = view;
  if (view.scripts.some((path) => namesPath(criterion, path, around))) return view.byScripts;
  if (own.size === 0 || isListing || !isSearch) return shown;
  const isForeign = (line: string): boolean => {
    const [, file] = /^([^\s:]{1,500}):/.exec(line) ?? [];
    const path = file === undefined ? undefined : absolutePath(around.cwd, file);
    return path === undefined || !own.has(path) || namesPath(criterion, path, around);
  };
  return shown.split('\n').filter(isForeign).join('\n');
}

/** A call as a source of evidence. A search that found nothing is evidence about everything it searched. */
function asSource(view: CallView, shown: string, criterion: string, cwd: string): Source {
  const foundNothing = isNothing(shown, view) && (view.isSearch || answeredNo(view.call));
  if (!foundNothing) return { ...view, shown };
  return { ...view, shown: '', searched: view.paths.length > 0 ? view.paths : [cwd], sought: soughtBy(view, criterion) };
}

/** Whether a call shows nothing: no output, or a count of zero. */
export const isNothing = (shown: string, { call }: CallView): boolean =>
  shown.trim() === '' ||
  (answeredNo(call) && /^[\s0]*$/.test(shown)) ||
  (call.evidence?.kind === 'searches' && call.evidence.none?.test(shown.trim()) === true);

/** Whether a criterion names a file, a folder above it, or all files with its name or extension; or whether the person named the file. */
export function namesPath(criterion: string, path: string, { cwd, folders, said = '' }: Surrounding): boolean {
  const { paths, exact } = namesIn(criterion, folders);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isSeveral = speaksOfSeveral(criterion);
  return (
    paths.some((named) => isWithin(absolutePath(cwd, named), path) || (isSeveral && named === name)) ||
    exact.some((word) => word.startsWith('.') && (path === absolutePath(cwd, word) || (isSeveral && name.endsWith(word)))) ||
    isSaid(said, path, cwd)
  );
}

/** Whether the person named a file, by its name or its path. */
function isSaid(said: string, path: string, cwd: string): boolean {
  const names = new Set((said.match(/[\p{L}\p{N}_.@+~/-]+/gu) ?? []).map((word) => word.replace(/[.,]+$/, '')));
  return (
    names.has(path) || names.has(path.slice(path.lastIndexOf('/') + 1)) || (isWithin(cwd, path) && names.has(path.slice(cwd.length + 1)))
  );
}
