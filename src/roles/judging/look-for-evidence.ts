/** Weighs the evidence of a judge's passes; a quote that no call shows is looked for in the files that the task touched. */
import type { Criterion } from '../../contracts/criteria.ts';
import { type Looking, placesOf } from './check-criteria.ts';
import { filesToLookIn, quotesToLookFor } from './evidence/quotes-to-look-for.ts';
import { weigh } from './evidence/weigh.ts';
import type { Weighed, Work } from './evidence/work.ts';
import type { Said } from './model-verdicts.ts';

/** How many quotes are looked for in files: a judge may cite any number. */
const maxLooks = 50;

/** Whether the evidence of each pass counts, by the number of its criterion. Each quote is one look, with its own place. */
export async function lookForEvidence(
  asked: readonly Criterion[],
  said: readonly (Said | undefined)[],
  work: Omit<Work, 'inFiles'>,
  { effects, place, cwd, named }: Looking,
): Promise<ReadonlyMap<number, Weighed>> {
  const weighed = new Map<number, Weighed>();
  const inFiles = new Map<string, readonly string[]>();
  let looks = 0;
  for (const [at, criterion] of asked.entries()) {
    const one = said[at];
    if (one?.verdict !== 'pass') continue;
    const all = { ...work, inFiles };
    let weight = weigh(one.evidence, criterion, all);
    const paths = weight.counts ? [] : filesToLookIn(criterion, work);
    for (const text of paths.length === 0 ? [] : quotesToLookFor(one.evidence, criterion, all)) {
      if (weight.counts || looks >= maxLooks) break;
      looks += 1;
      const seen = await effects.check(place(looks), { look: { kind: 'quote', text, paths }, cwd, ...placesOf(named) });
      if (seen.of !== 'text' || seen.excerpt === null) continue;
      inFiles.set(text, [seen.path]);
      weight = weigh(one.evidence, criterion, all);
    }
    weighed.set(at, weight);
  }
  return weighed;
}
