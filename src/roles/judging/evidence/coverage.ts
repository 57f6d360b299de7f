/** Whether calls looked at a whole folder, for a criterion about the whole folder: one file proves nothing about the others. Pure. */
import { absolutePath, isWithin } from '../../../laws/places/posix-path.ts';
import { saidAfter, saidAfterInChinese, saidBefore } from '../criterion/folders-in.ts';
import { type Names, namesIn } from '../criterion/names-in.ts';
import { speaksOfInside, speaksOfTree, speaksOfWhole } from '../criterion/speaks-of.ts';
import type { CallView } from './call-view.ts';
import { answered } from './ran-to-end.ts';
import { type Reach, reachOf } from './reach.ts';
import type { ReadWork } from './read-work.ts';

/** Why no call shows what the criterion says about a whole folder; undefined if a call does, or if the criterion is not about a whole folder. */
export function whyNotCovered(criterion: string, seen: ReadWork): string | undefined {
  if (!speaksOfWhole(criterion)) return undefined;
  const { cwd, folders } = seen.around;
  const names = namesIn(criterion, folders);
  const terms = termsOf(names);
  const wanted = { isDeep: speaksOfTree(criterion), isInside: terms.length > 0 || speaksOfInside(criterion) };
  const views = seen.views.filter((view) => answered(view.call) && view.reads && seen.staleness(view) === undefined);
  const missed = foldersOf(criterion, names).find((name) => {
    const folder = absolutePath(cwd, name);
    return !views.some((view) => covers(view, folder, wanted, terms, cwd)) && !isReadThrough(views, folder, wanted, cwd);
  });
  return missed && `no call that still holds looked at ${missed} as a whole${wanted.isInside ? ' and into its files' : ''}`;
}

type Wanted = Pick<Reach, 'isDeep' | 'isInside'>;

/** The folders that a criterion is about as a whole: `in src/`, `src/ has no …`. */
function foldersOf(criterion: string, { paths }: Names): readonly string[] {
  return paths.filter((path) => {
    if (!path.endsWith('/')) return false;
    const name = path.replace(/\/$/, '');
    const at = criterion.indexOf(name);
    const head = criterion.slice(Math.max(0, at - 30), at);
    const tail = criterion.slice(at + name.length, at + name.length + 30);
    return beforeWhole.test(head) || afterWhole.test(tail);
  });
}

const beforeWhole = new RegExp(`(?:^|\\s)(?:${saidBefore}|folder|directory|ordner)\\s+["'\`]?(?:\\.\\/)?$`, 'iu');
const afterWhole = new RegExp(`^\\/?["'\`]?\\s+(?:${saidAfter}|folder|directory)\\b|^\\/?["'\`]?\\s*(?:${saidAfterInChinese})`, 'iu');

/** What is looked for in files: names other than extensions. */
const termsOf = ({ exact, values, proper }: Names): readonly string[] =>
  [...exact.filter((word) => !word.startsWith('.')), ...values, ...proper].map((word) => word.toLowerCase());

function covers(view: CallView, folder: string, { isDeep, isInside }: Wanted, terms: readonly string[], cwd: string): boolean {
  const reaches = reachOf(view, cwd).some(
    (reach) =>
      (reach.folder === folder || (isWithin(reach.folder, folder) && reach.isDeep)) &&
      (reach.isDeep || !isDeep) &&
      (reach.isInside || !isInside),
  );
  return reaches && (!isInside || terms.length === 0 || !view.isSearch || isAbout(view, terms));
}

/** Whether a search was for one of these, going by its input or its result. */
function isAbout({ asked = '', shown }: CallView, terms: readonly string[]): boolean {
  const text = `${asked.replaceAll(/\\[bB<>]?/g, '')}\n${shown}`.toLowerCase();
  return terms.some((term) => text.includes(term));
}

/** Whether the files of a folder were listed, and each was read. */
function isReadThrough(views: readonly CallView[], folder: string, wanted: Wanted, cwd: string): boolean {
  const read = new Set(views.filter(({ isListing }) => !isListing).flatMap(({ paths }) => paths));
  return views.some((view) => {
    if (!view.isListing || !covers(view, folder, { ...wanted, isInside: false }, [], cwd)) return false;
    const bases = view.lists && view.lists.length > 0 ? view.lists : [cwd];
    const listed = view.shown.split('\n').map((line) => line.trim());
    const files = listed.flatMap((name) => (/\.\w{1,10}$/.test(name) ? [bases.map((base) => absolutePath(base, name))] : []));
    return files.length > 0 && files.every((places) => places.some((path) => read.has(path)));
  });
}
