/** Whether what a judge cites counts for its criterion (SPEC §4, "What counts as evidence"). Pure, bounded, and throws nothing. */
import type { Criterion } from '../../../contracts/criteria.ts';
import { clip, oneLine } from '../../../contracts/shorten.ts';
import { missingNames, type Source } from '../holds-names.ts';
import { foundIn } from '../quote.ts';
import { type Cited, citedIn, waysToSplit } from './cited.ts';
import { whyNotCited, whyNotQuoted } from './judge-call.ts';
import { ranToEnd } from './ran-to-end.ts';
import { namesPath, type Scene, sceneOf } from './scene.ts';
import type { Weighed, Work } from './work.ts';

/** The sources that an item of evidence may come from, each of which counts; or why none does. */
type Sources = { readonly sources: readonly Labelled[] } | { readonly why: string };
type Labelled = { readonly label: string; readonly source: Source };

const mostItems = 20;

/** Whether all that is cited is found where nothing speaks against it, and holds the criterion's names and numbers. `why` is for the judge to read. */
export function weigh(cited: readonly string[], criterion: Criterion, work: Work): Weighed {
  const items = cited
    .filter((text) => text.trim() !== '')
    .slice(0, mostItems)
    .map(citedIn);
  if (items.length === 0) return no('no evidence was cited');
  const scene = sceneOf(work);
  const chosen: Labelled[] = [];
  for (const item of items) {
    const found = item.ids.length > 0 ? fromCalls(item, criterion, scene) : fromQuote(item.quote, criterion, scene);
    if ('why' in found) return no(found.why);
    chosen.push(...found.sources);
  }
  if (criterion.mode === 'plausible') return { counts: true };
  const { cwd, said } = work;
  const missing = missingNames(
    criterion.criterion,
    chosen.map(({ source }) => source),
    { cwd, said },
  );
  if (missing.length === 0) return { counts: true };
  const labels = [...new Set(chosen.map(({ label }) => label))].join(', ');
  return no(`${labels} does not show ${missing.slice(0, 5).join(', ')}`);
}

const no = (why: string): Weighed => ({ counts: false, why: clip(why, 500) });

const quoted = (text: string): string => `the quote ${JSON.stringify(oneLine(text, 120))}`;

/** Every call that is cited by its id must count: by itself, or for the quote that is given with it. */
function fromCalls({ ids, quote }: Cited, criterion: Criterion, scene: Scene): Sources {
  const sources: Labelled[] = [];
  for (const id of ids.slice(0, mostItems)) {
    const view = scene.views.find(({ call }) => call.call_id === id);
    if (view === undefined) return { why: `${id} is no call of this task` };
    const by = whyNotCited(view, criterion, scene);
    const isQuoted = by !== undefined && quote !== '' && foundIn(quote, [view.call.output_head_tail]);
    const why = isQuoted ? whyNotQuoted(view, quote, criterion, scene) : by;
    if (why !== undefined) return { why };
    sources.push({ label: id, source: scene.sourceOf(view, criterion) });
  }
  return { sources };
}

/** One quote, or several that were written in one text. */
function fromQuote(quote: string, criterion: Criterion, scene: Scene): Sources {
  let first: string | undefined;
  for (const pieces of waysToSplit(quote)) {
    const found = pieces.map((piece) => fromPiece(piece, criterion, scene));
    const why = found.find((each) => 'why' in each);
    if (why === undefined) return { sources: found.flatMap((each) => ('sources' in each ? each.sources : [])) };
    if ('why' in why) first = first === undefined || first.endsWith(nowhere) ? why.why : first;
  }
  return { why: first ?? 'no evidence was cited' };
}

const nowhere = 'stands in no output, no file and nothing that the person gave';

/** The best source of a quote: the one that holds most of the criterion's names. */
function fromPiece(quote: string, criterion: Criterion, scene: Scene): Sources {
  const { work } = scene;
  const reasons: string[] = [];
  const sources: Labelled[] = [];
  for (const view of scene.views.toReversed()) {
    if (!foundIn(quote, [view.call.output_head_tail])) continue;
    const why = ranToEnd(view.call) ? whyNotQuoted(view, quote, criterion, scene) : `${view.call.call_id} did not run to its end`;
    if (why === undefined) sources.push({ label: view.call.call_id, source: scene.sourceOf(view, criterion) });
    else reasons.push(why);
  }
  for (const path of work.inFiles.get(quote) ?? []) {
    const why = whyNotFile(path, criterion, scene);
    if (why === undefined) sources.push({ label: path, source: scene.fileOf(path, quote) });
    else reasons.push(why);
  }
  if (foundIn(quote, work.given)) sources.push({ label: 'what the person gave', source: { shown: work.given.join('\n'), isGiven: true } });
  const isAnswer = foundIn(quote, [work.answer]);
  if (isAnswer && criterion.mode === 'plausible') sources.push({ label: 'the answer', source: { shown: work.answer } });
  const best = sources.toSorted((a, b) => missing(a, criterion, work) - missing(b, criterion, work))[0];
  if (best) return { sources: [best] };
  return { why: reasons[0] ?? `${quoted(quote)} ${isAnswer ? "stands only in the executor's answer" : nowhere}` };
}

const missing = ({ source }: Labelled, { criterion }: Criterion, { cwd, said }: Work): number =>
  missingNames(criterion, [source], { cwd, said }).length;

/** A file that this task wrote proves only what a criterion says about that very file. */
function whyNotFile(path: string, { criterion, mode }: Criterion, { own, work }: Scene): string | undefined {
  const written = own.get(path);
  if (mode === 'plausible' || written === undefined || written.isDerived || namesPath(criterion, path, work.cwd)) return undefined;
  return `${path} was written by this task itself (${written.by}), and the criterion does not name it`;
}
