/** Ctrl+R: looks for what was sent before. Pure. */
import { oneLine } from '../../../contracts/text/shorten.ts';
import { type Line, line } from '../../../view/style/line.ts';

export type Search = { readonly query: string; readonly at: number };

/** The texts that contain all the words, newest first, without repetitions. */
export function matches(entries: readonly string[], query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/);
  const found = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (found.size >= maxFound) break;
    const text = entry.toLowerCase();
    if (words.every((word) => text.includes(word))) found.add(entry);
  }
  return [...found];
}

/** The effect of one key on the search: another search, a found text, or its end with the draft unchanged. */
export function searchKey(search: Search, key: string, name: string | undefined, count: number): Search | 'take' | 'leave' | 'pass' {
  const last = Math.max(0, count - 1);
  switch (name) {
    case 'ctrl+r':
    case 'down':
      return { ...search, at: Math.min(last, search.at + 1) };
    case 'ctrl+s':
    case 'up':
      return { ...search, at: Math.max(0, search.at - 1) };
    case 'enter':
    case 'tab':
    case 'right':
    case 'left':
      return 'take';
    case 'escape':
    case 'ctrl+c':
    case 'ctrl+g':
      return 'leave';
    case 'backspace':
      return { query: [...search.query].slice(0, -1).join(''), at: 0 };
    case 'ctrl+u':
      return { query: '', at: 0 };
    default:
      return isText(key) ? { query: search.query + key, at: 0 } : 'pass';
  }
}

/** The lines to choose from, around the chosen one. */
export function searchLines(found: readonly string[], at: number): readonly Line[] {
  if (found.length === 0) return [line('  nothing found', 'muted')];
  const from = Math.max(0, Math.min(at - 2, found.length - shownAtOnce));
  return found
    .slice(from, from + shownAtOnce)
    .map((text, index) => (from + index === at ? line(`→ ${oneLine(text, 200)}`, 'accent') : line(`  ${oneLine(text, 200)}`)));
}

const isText = (key: string): boolean => !/^\p{Cc}/u.test(key);
const maxFound = 100;
const shownAtOnce = 5;
