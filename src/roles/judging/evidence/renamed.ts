/** A criterion adapted to the person's words, if the person renamed a file while the task ran. Pure. */
import { foundIn } from '../../../tools/observing/observe-quote.ts';
import { namesIn } from '../criterion/names-in.ts';

/** Words that introduce the old name. */
const insteadOf =
  /(?:instead of|rather than|in place of|\bnot|\bstatt|anstelle(?: von)?|\bnicht|au lieu de|et non|en (?:lugar|vez) de|\bno)\s/iu;
const renaming = /\brenam|umbenenn|\brenomm|\brenombr/iu;

/**
 * The criterion with the new name, if a citation quotes a sentence by the person that names one of the criterion's files and one other file as its
 * replacement. Such a sentence proves nothing itself: the new file still has to be shown.
 */
export function renamed(criterion: string, cited: readonly string[], steered: readonly string[]): string {
  const named = namesIn(criterion).paths;
  return cited
    .filter((quote) => foundIn(quote, steered))
    .reduce((text, quote) => {
      const { paths } = namesIn(quote);
      const [before, ...others] = paths.filter((path) => named.includes(path));
      const [after, ...more] = paths.filter((path) => !named.includes(path));
      if (before === undefined || after === undefined || others.length + more.length > 0 || !replaces(quote, before)) return text;
      return text.replaceAll(before, () => after);
    }, criterion);
}

/** Whether the sentence says that a name has been replaced. */
function replaces(sentence: string, name: string): boolean {
  const [before = ''] = sentence.split(name);
  return renaming.test(sentence) || insteadOf.test(before.split(/\s+/).slice(-4).join(' '));
}
