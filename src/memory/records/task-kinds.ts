/** The known kinds of task, found by the words of their slugs. */

import { z } from 'zod';
import { quickReader } from '../../contracts/shapes/canonical.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { overlap, wordsOf } from '../../control/overlap.ts';
import { keys } from './keys.ts';

export const intentPrefix = 'intent:';

/** Slugs with this overlap name the same kind of task (SPEC §6). */
const minOverlap = 0.6;
/** The limit on slugs listed for one word: the newest are listed, older ones are still found by their exact name. */
const maxSlugs = 256;

const TaskKind = z.object({
  /** How many memories the space of the kind has, and the time of the newest. */
  count: z.int(),
  newest: z.number(),
  /** How many memories the kind has for each part of a tool (`tool:shell:find`). */
  parts: z.record(z.string(), z.int()),
});
export type TaskKind = z.infer<typeof TaskKind>;

const kindIn = quickReader(TaskKind);
const slugsIn = quickReader(z.array(z.string()));

type Get = (key: string) => string | undefined;

export const readKind = (get: Get, slug: string): TaskKind | undefined => readJson(get(keys.kind(slug)), kindIn);

const readSlugs = (get: Get, word: string): readonly string[] => readJson(get(keys.word(word)), slugsIn) ?? [];

const readJson = <T>(text: string | undefined, read: (value: unknown) => T | undefined): T | undefined =>
  text === undefined ? undefined : read(parsedJson(text));

/** Whether a slug is listed for a word, or rightly left out because there are enough newer ones. */
export function isIndexedBy(get: Get, word: string, slug: string): boolean {
  const slugs = readSlugs(get, word);
  return slugs.includes(slug) || slugs.length >= maxSlugs;
}

/** The slugs of a word after one has been added or removed; undefined if none is left. */
export function slugsAfter(get: Get, word: string, slug: string, isGone: boolean): string | undefined {
  const others = readSlugs(get, word).filter((each) => each !== slug);
  const slugs = isGone ? others : [slug, ...others].slice(0, maxSlugs);
  return slugs.length === 0 ? undefined : JSON.stringify(slugs);
}

/**
 * The slug itself if it is known, otherwise the most similar known slug, the newest if several are equally similar; with the parts of tools known for
 * it.
 */
export function nearestKind(get: Get, slug: string): { readonly slug: string; readonly parts: readonly string[] } | undefined {
  const own = get(keys.kind(slug));
  if (own !== undefined) return { slug, parts: partsOf(readJson(own, kindIn)) };
  const words = wordsOf(slug);
  let best: { slug: string; overlap: number; newest: number; parts: readonly string[] } | undefined;
  for (const candidate of new Set(indexWords(words).flatMap((word) => readSlugs(get, word)))) {
    const shared = overlap(words, wordsOf(candidate));
    if (shared < minOverlap || (best && shared < best.overlap)) continue;
    const kind = readKind(get, candidate);
    const newest = kind?.newest ?? 0;
    if (!best || shared > best.overlap || newest > best.newest) best = { slug: candidate, overlap: shared, newest, parts: partsOf(kind) };
  }
  return best;
}

const partsOf = (kind: TaskKind | undefined): readonly string[] => Object.keys(kind?.parts ?? {});

/**
 * The words under which a slug is listed. Two sets with a Jaccard index of at least t share one of the first n − ⌈t·n⌉ + 1 words of each, in any common
 * order; long words come first, because they are rarer.
 */
export function indexWords(words: ReadonlySet<string>): readonly string[] {
  const ordered = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return ordered.slice(0, ordered.length - Math.ceil(minOverlap * ordered.length) + 1);
}
