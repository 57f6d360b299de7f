/** The class of a task in a few words: the same kind of goal should get the same slug. */
import { lazily } from '../../contracts/lazily.ts';

const usable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:_[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;
const words = lazily(() => new Intl.Segmenter('en', { granularity: 'word' }));
const maxLength = 64;
/** How many characters of an intent are searched for its first words, because an intent may be a megabyte long. */
const maxRead = 1000;

/** The proposed slug if it is usable; otherwise one made from the intent, in any script. */
export function slugFor(proposed: string, intent: string): string {
  const slug = folded(proposed).trim();
  if (slug.length <= maxLength && usable.test(slug)) return slug;
  return fromIntent(intent) || 'task';
}

function fromIntent(intent: string): string {
  const found = [...words().segment(folded(intent.slice(0, maxRead)))].filter(({ isWordLike }) => isWordLike);
  const parts = found.map(({ segment }) => segment.replaceAll(/[^\p{L}\p{M}\p{N}]|(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, ''));
  const slug = parts.filter((word) => word !== '').slice(0, 6);
  return folded(slug.join('_'))
    .slice(0, maxLength)
    .replace(/[_\ud800-\udbff]+$/, ''); // the cut may leave half a character
}

/** Normalised twice, because lower-casing can undo the normal form. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');
