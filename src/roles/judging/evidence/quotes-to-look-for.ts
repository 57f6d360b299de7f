/** Which quotes are looked for in files, and in which. Pure. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import { maxQuoteLength } from '../../../tools/observing/observe-quote.ts';
import { namesIn } from '../criterion/names-in.ts';
import { citedIn, waysToSplit } from './cited.ts';
import { pathsOf } from './looked-at.ts';
import { changesOf, ownFiles } from './own-files.ts';
import { namesPath, saidIn } from './read-work.ts';
import { weigh } from './weigh.ts';
import type { Work } from './work.ts';

const maxQuotes = 20;
const maxFiles = 50;

/** The quotes that do not count yet, whole and in pieces. */
export function quotesToLookFor(cited: readonly string[], criterion: Criterion, work: Work): readonly string[] {
  const quotes = cited.flatMap((text) => {
    const { ids, quote } = citedIn(text);
    return ids.length > 0 ? [] : [...waysToSplit(quote)].flat();
  });
  const unique = [...new Set(quotes)].filter((quote) => quote !== '' && quote.length <= maxQuoteLength).slice(0, maxQuotes);
  return unique.filter((quote) => !weigh([quote], { ...criterion, criterion: '-' }, work).counts);
}

/**
 * The files that calls named or changed, and those that the criterion names, the most recent last. For a verifiable criterion, files that this task wrote and the criterion
 * does not name are left out.
 */
export function filesToLookIn({ criterion, mode }: Criterion, work: Pick<Work, 'calls' | 'cwd' | 'said' | 'steered'>): readonly string[] {
  const { calls, cwd } = work;
  const said = saidIn(work);
  const own = ownFiles(calls, cwd);
  const named = namesIn(criterion).paths.map((path) => absolutePath(cwd, path));
  const touched = calls.filter(({ ok }) => ok).flatMap((call) => [...pathsOf(call, cwd), ...changesOf(call, cwd).map(({ path }) => path)]);
  const isOpen = (path: string): boolean =>
    !path.startsWith('~') &&
    (mode === 'plausible' || !own.has(path) || own.get(path)?.isDerived === true || namesPath(criterion, path, { cwd, said }));
  return [...new Set([...touched, ...named])].filter((path) => path !== cwd && isOpen(path)).slice(-maxFiles);
}
