/** The class of a task in a few words: the same kind of goal should come to the same slug. */

const usable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:_[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;
const words = new Intl.Segmenter('en', { granularity: 'word' });
const longest = 64;

/** How much of an intent is read for its first words: enough in any script, and no more where it is a megabyte. */
const beginning = 1000;

/** The proposed slug where it can be used; otherwise one made from the intent, in any script. */
export function slugFor(proposed: string, intent: string): string {
  const slug = folded(proposed).trim();
  if (slug.length <= longest && usable.test(slug)) return slug;
  return fromIntent(intent) || 'task';
}

function fromIntent(intent: string): string {
  const found = [...words.segment(folded(intent.slice(0, beginning)))].filter(({ isWordLike }) => isWordLike);
  const parts = found.map(({ segment }) => segment.replaceAll(/[^\p{L}\p{M}\p{N}]|(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, ''));
  const slug = parts.filter((word) => word !== '').slice(0, 6);
  return folded(slug.join('_'))
    .slice(0, longest)
    .replace(/[_\ud800-\udbff]+$/, ''); // the cut may leave half a character
}

/** Lower case can leave the normal form again, as some letters have no single small one. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');
