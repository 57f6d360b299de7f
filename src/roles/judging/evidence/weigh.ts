/** Whether what a judge cites counts for its criterion (SPEC §4, "What counts as evidence"). Pure, bounded, and never throws. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { clipWords, oneLine } from '../../../contracts/text/shorten.ts';
import { foundIn } from '../../../tools/observing/observe-quote.ts';
import { type Cited, citedIn, waysToSplit } from './cited.ts';
import { whyNotCovered } from './coverage.ts';
import { missingNames, type Source } from './missing-names.ts';
import { whyNotCited, whyNotQuoted } from './objections.ts';
import { ranToEnd } from './ran-to-end.ts';
import { namesPath, type ReadWork, readWork } from './read-work.ts';
import { renamed } from './renamed.ts';
import { deletedRow, notGone } from './what-is-gone.ts';
import type { Weighed, Work } from './work.ts';

/** The sources that count for an item of evidence, or why none does; if that is said of a quote, the quote. */
type Sources = { readonly sources: readonly Labelled[] } | Missed;
type Missed = { readonly why: string; readonly quote?: string };
type Labelled = { readonly label: string; readonly source: Source };

const maxItems = 20;

/** Whether the citations that count together mention the criterion's names and numbers; others are ignored. `why` is for the judge. */
export function weigh(cited: readonly string[], asked: Criterion, work: Work): Weighed {
  const { steered = [] } = work;
  const criterion = { ...asked, criterion: renamed(asked.criterion, cited, steered) };
  const texts = [...new Set(cited)].filter((text) => text.trim() !== '' && !foundIn(text, steered));
  const items = texts.slice(0, maxItems).map(citedIn);
  if (items.length === 0) return no(cited.some((text) => foundIn(text, steered)) ? onlySaid : 'no evidence was cited');
  const seen = readWork(work);
  const found = items.map((item) => (item.ids.length > 0 ? fromCalls(item, criterion, seen) : fromQuote(item.quote, criterion, seen)));
  const chosen = found.flatMap((each) => ('sources' in each ? each.sources : []));
  const reasons = reasonsOf(found.flatMap((each) => ('why' in each ? [each] : [])));
  if (chosen.length === 0) return no(reasons[0] ?? 'no evidence was cited');
  if (criterion.mode === 'plausible') return { counts: true };
  const sources = chosen.map(({ source }) => source);
  const missing = notGone(missingNames(criterion.criterion, sources, seen.around), criterion, seen);
  const labels = [...new Set(chosen.map(({ label }) => label))].join(', ');
  if (missing.length > 0) return no([`${labels} does not show ${missing.slice(0, 5).join(', ')}`, ...reasons].join('; '));
  const uncovered = whyNotCovered(criterion.criterion, seen);
  return uncovered === undefined ? { counts: true } : no(uncovered);
}

const onlySaid = 'what the person said while the task ran shows what they want, not that it is so';

const no = (why: string): Weighed => ({ counts: false, why: clipWords(why, 500) });

const quoted = (text: string): string => JSON.stringify(clipWords(oneLine(text, text.length), 120));

/** Each reason once, with the quotes of which it is said. */
const reasonsOf = (missed: readonly Missed[]): readonly string[] =>
  [...Map.groupBy(missed, ({ why }) => why)].map(([why, all]) => {
    const quotes = [...new Set(all.flatMap(({ quote }) => (quote === undefined ? [] : quoted(quote))))];
    if (quotes.length === 0) return why;
    return quotes.length === 1
      ? `the quote ${quotes[0]} ${why}`
      : `the quotes ${quotes.join(', ')} ${why.replace(/^was/, 'were').replace(/^is/, 'are')}`;
  });

/** The calls cited by id that count, by themselves or for the quote given with them. */
function fromCalls({ ids, quote }: Cited, criterion: Criterion, seen: ReadWork): Sources {
  const found = ids.slice(0, maxItems).map((id): Sources => {
    const view = seen.views.find(({ call }) => call.call_id === id);
    if (view === undefined) return { why: `${id} is not a call of this task` };
    const by = whyNotCited(view, criterion, seen);
    const isQuoted = by !== undefined && quote !== '' && foundIn(quote, [view.call.output_head_tail]);
    const why = isQuoted ? whyNotQuoted(view, quote, criterion, seen) : by;
    return why === undefined ? { sources: [{ label: id, source: seen.sourceOf(view, criterion) }] } : { why };
  });
  return together(found);
}

/** The sources of a text with one or several quotes: those of all its quotes, otherwise of the quotes that count. */
function fromQuote(quote: string, criterion: Criterion, seen: ReadWork): Sources {
  let first: Missed | undefined;
  let some: Sources | undefined;
  for (const pieces of waysToSplit(quote)) {
    const found = pieces.map((piece) => fromPiece(piece, criterion, seen));
    const why = found.find((each) => 'why' in each);
    if (why === undefined) return together(found);
    if ('why' in why) first = first === undefined || first.why === nowhere ? why : first;
    const counted = together(found);
    if ('sources' in counted) some ??= counted;
  }
  return some ?? first ?? { why: 'no evidence was cited' };
}

/** The sources that count; if none does, the first reason. */
function together(found: readonly Sources[]): Sources {
  const sources = found.flatMap((each) => ('sources' in each ? each.sources : []));
  const why = found.find((each) => 'why' in each);
  return sources.length === 0 && why !== undefined ? why : { sources };
}

const nowhere = 'was not found in anything that was read, run or given';

/** The best source for a quote: the one that mentions most of the criterion's names. */
function fromPiece(quote: string, criterion: Criterion, seen: ReadWork): Sources {
  const { work } = seen;
  const reasons: string[] = [];
  const sources: Labelled[] = [];
  for (const view of seen.views.toReversed()) {
    if (!foundIn(quote, [view.call.output_head_tail])) continue;
    const why = ranToEnd(view.call) ? whyNotQuoted(view, quote, criterion, seen) : `${view.call.call_id} did not run to its end`;
    if (why === undefined) sources.push({ label: view.call.call_id, source: seen.sourceOf(view, criterion) });
    else reasons.push(why);
  }
  for (const path of work.inFiles.get(quote) ?? []) {
    const why = whyNotFile(path, criterion, seen);
    if (why === undefined) sources.push({ label: path, source: seen.fileOf(path, quote) });
    else reasons.push(why);
  }
  if (foundIn(quote, work.given)) sources.push({ label: 'what the person gave', source: { shown: work.given.join('\n'), isGiven: true } });
  const deleted = deletedRow(quote, criterion, seen);
  if (deleted) sources.push({ label: 'what was deleted', source: deleted });
  const isAnswer = foundIn(quote, [work.answer]);
  if (isAnswer && criterion.mode === 'plausible') sources.push({ label: 'the answer', source: { shown: work.answer } });
  const best = sources.toSorted((a, b) => missing(a, criterion, seen) - missing(b, criterion, seen))[0];
  if (best) return { sources: [best] };
  return reasons[0] === undefined ? { quote, why: isAnswer ? "is only in the executor's answer" : nowhere } : { why: reasons[0] };
}

const missing = ({ source }: Labelled, { criterion }: Criterion, seen: ReadWork): number =>
  missingNames(criterion, [source], seen.around).length;

/** Why a file does not count: one that this task wrote proves only a criterion about that file. */
function whyNotFile(path: string, { criterion, mode }: Criterion, seen: ReadWork): string | undefined {
  const written = seen.own.get(path);
  if (mode === 'plausible' || written === undefined || written.isDerived || namesPath(criterion, path, seen.around)) return undefined;
  return `${path} was written by this task itself (${written.by}), and the criterion does not name it`;
}
