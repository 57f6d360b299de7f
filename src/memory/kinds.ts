/** The kinds of task that are known, found again by the words of their slug. */
import { z } from 'zod';
import { quickReader } from '../contracts/canonical.ts';
import { overlap, wordsOf } from '../control/overlap.ts';
import type { Store } from '../store/store.ts';
import { below, escapePart, keys, lastPart } from './keys.ts';

export const intentPrefix = 'intent:';

/** From this overlap on, two slugs name the same kind of task (SPEC §6). */
const alike = 0.6;
/** How many slugs that share a word are looked at. */
const mostCandidates = 5_000;

const Kind = z.object({
  /** How many memories its space has, and the newest time among them. */
  count: z.int(),
  newest: z.number(),
  /** The parts of tools that it knows something about (`tool:shell:find`), and how much. */
  parts: z.record(z.string(), z.int()),
});
export type Kind = z.infer<typeof Kind>;

const readKind_ = quickReader(Kind);

export function readKind(get: (key: string) => string | undefined, slug: string): Kind | undefined {
  const text = get(keys.kind(slug));
  if (text === undefined) return undefined;
  try {
    return readKind_(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The slug itself where it is known; else the known one that is most like it, the newest of equals; else nothing. */
export async function nearestKind(store: Store, slug: string): Promise<string | undefined> {
  if (store.get(keys.kind(slug)) !== undefined) return slug;
  const words = wordsOf(slug);
  const lists = await Promise.all(
    tellingWords(words).map((word) => store.keys({ ...below(`w|${escapePart(word)}|`), limit: mostCandidates })),
  );
  let best: { slug: string; overlap: number; newest: number } | undefined;
  for (const candidate of new Set(lists.flat().map(lastPart))) {
    const shared = overlap(words, wordsOf(candidate));
    if (shared < alike || (best && shared < best.overlap)) continue;
    const newest = readKind((key) => store.get(key), candidate)?.newest ?? 0;
    if (!best || shared > best.overlap || newest > best.newest) best = { slug: candidate, overlap: shared, newest };
  }
  return best?.slug;
}

/**
 * The words that a slug is filed under. Two sets with a Jaccard index of at least t share one of the first n − ⌈t·n⌉ + 1 words of each, in any order that is the
 * same for both; long words come first, because they are rarer.
 */
export function tellingWords(words: ReadonlySet<string>): readonly string[] {
  const ordered = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return ordered.slice(0, ordered.length - Math.ceil(alike * ordered.length) + 1);
}
