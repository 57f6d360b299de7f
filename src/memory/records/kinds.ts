/** The kinds of task that are known, found again by the words of their slug. */
import { z } from 'zod';
import { quickReader } from '../../contracts/canonical.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import { overlap, wordsOf } from '../../control/overlap.ts';
import { keys } from './keys.ts';

export const intentPrefix = 'intent:';

/** From this overlap on, two slugs name the same kind of task (SPEC §6). */
const alike = 0.6;
/** How many slugs are filed under one word: the newest. Older ones are still found by their own name. */
const maxWordLength = 256;

const Kind = z.object({
  /** How many memories its space has, and the newest time among them. */
  count: z.int(),
  newest: z.number(),
  /** The parts of tools that it knows something about (`tool:shell:find`), and how much. */
  parts: z.record(z.string(), z.int()),
});
export type Kind = z.infer<typeof Kind>;

const kindIn = quickReader(Kind);
const slugsIn = quickReader(z.array(z.string()));

type Get = (key: string) => string | undefined;

export const readKind = (get: Get, slug: string): Kind | undefined => readJson(get(keys.kind(slug)), kindIn);

const readSlugs = (get: Get, word: string): readonly string[] => readJson(get(keys.word(word)), slugsIn) ?? [];

const readJson = <T>(text: string | undefined, read: (value: unknown) => T | undefined): T | undefined =>
  text === undefined ? undefined : read(parsedJson(text));

/** Whether a slug is found by a word; one that so many newer ones are found by that it is left out is where it should be. */
export function isFiledUnder(get: Get, word: string, slug: string): boolean {
  const slugs = readSlugs(get, word);
  return slugs.includes(slug) || slugs.length >= maxWordLength;
}

/** What is filed under a word when a slug comes to it or goes; undefined when nothing is left. */
export function slugsWith(get: Get, word: string, slug: string, isGone: boolean): string | undefined {
  const others = readSlugs(get, word).filter((each) => each !== slug);
  const slugs = isGone ? others : [slug, ...others].slice(0, maxWordLength);
  return slugs.length === 0 ? undefined : JSON.stringify(slugs);
}

/** The slug itself where it is known; else the known one that is most like it, the newest of equals; else nothing. With the parts of tools that it knows. */
export function nearestKind(get: Get, slug: string): { readonly slug: string; readonly parts: readonly string[] } | undefined {
  const own = get(keys.kind(slug));
  if (own !== undefined) return { slug, parts: partsOf(readJson(own, kindIn)) };
  const words = wordsOf(slug);
  let best: { slug: string; overlap: number; newest: number; parts: readonly string[] } | undefined;
  for (const candidate of new Set(tellingWords(words).flatMap((word) => readSlugs(get, word)))) {
    const shared = overlap(words, wordsOf(candidate));
    if (shared < alike || (best && shared < best.overlap)) continue;
    const kind = readKind(get, candidate);
    const newest = kind?.newest ?? 0;
    if (!best || shared > best.overlap || newest > best.newest) best = { slug: candidate, overlap: shared, newest, parts: partsOf(kind) };
  }
  return best;
}

const partsOf = (kind: Kind | undefined): readonly string[] => Object.keys(kind?.parts ?? {});

/**
 * The words that a slug is filed under. Two sets with a Jaccard index of at least t share one of the first n − ⌈t·n⌉ + 1 words of each, in any order that is the
 * same for both; long words come first, because they are rarer.
 */
export function tellingWords(words: ReadonlySet<string>): readonly string[] {
  const ordered = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return ordered.slice(0, ordered.length - Math.ceil(alike * ordered.length) + 1);
}
