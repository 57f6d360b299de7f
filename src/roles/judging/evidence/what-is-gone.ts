/** What the task deleted, as evidence for a criterion that says that something is not there: nothing that still exists can show its numbers. Pure. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { changesIn } from '../changes-in.ts';
import { deniesPresence } from '../criterion/speaks-of.ts';
import { missingNames, type Source } from './missing-names.ts';
import { ranToEnd } from './ran-to-end.ts';
import type { ReadWork } from './read-work.ts';

const row = /^deleted (\S.*)$/;

/** The row of the judge's list of changes that a quote is, if it names a file that the task deleted. */
export function deletedRow(quote: string, { criterion }: Criterion, { work: { calls, cwd } }: ReadWork): Source | undefined {
  const [, named] = row.exec(quote.trim()) ?? [];
  if (named === undefined || !deniesPresence(criterion)) return undefined;
  const deleted = changesIn(calls).find(({ path, change }) => change === 'deleted' && (path === named || path === `${cwd}/${named}`));
  return deleted && { shown: quote, paths: [deleted.path] };
}

/** Those of these numbers and dates that no call shows that saw what was deleted later. Names must be shown by what still holds. */
export function notGone(missing: readonly string[], { criterion }: Criterion, seen: ReadWork): readonly string[] {
  if (missing.length === 0 || !deniesPresence(criterion)) return missing;
  const deleted = changesIn(seen.work.calls).flatMap(({ path, change }) => (change === 'deleted' ? [path] : []));
  const before = seen.views.filter(
    (view) => view.reads && ranToEnd(view.call) && view.paths.some((place) => deleted.some((path) => isWithin(place, path))),
  );
  const shows = (number: string): boolean => before.some(({ shown }) => missingNames(number, [{ shown }], seen.around).length === 0);
  return missing.filter((each) => !(/^\d/.test(each) && shows(each)));
}
