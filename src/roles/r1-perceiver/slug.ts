/** The class of a task in a few words: the same kind of goal should come to the same slug. */

const usable = /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*$/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The proposed slug where it can be used; otherwise one made from the intent, in any script. */
export function slugFor(proposed: string, intent: string): string {
  const slug = proposed.normalize('NFKC').trim().toLowerCase();
  if (slug.length <= 64 && usable.test(slug)) return slug;
  return fromIntent(intent) || 'task';
}

function fromIntent(intent: string): string {
  const found = [...words.segment(intent.normalize('NFKC').toLowerCase())].filter(({ isWordLike }) => isWordLike);
  const parts = found.map(({ segment }) => segment.replaceAll(/[^\p{L}\p{N}]/gu, '')).filter((word) => word !== '');
  return parts.slice(0, 6).join('_').slice(0, 64).replace(/_$/, '');
}
