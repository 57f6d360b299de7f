/** The keys of the store. Any text may be a part of a key: separators are escaped. */
import type { Tag } from '../../contracts/memory.ts';
import type { Range, Store } from '../../store/store.ts';

/** A quick test: most parts have nothing to escape. */
const plain = /^[\x20-\x7b\x7d]*$/;
const special = /[~|]|[^\x20-\x7e]/g;
const escaped = /~(?:0|1|u([0-9a-f]{4}))/g;

/**
 * Escapes a part to ASCII only: classic-level 3.0.0 truncates other keys in `getSync` and returns the value of another key, and UTF-8 has no lone
 * surrogates.
 */
export const escapePart = (part: string): string => (plain.test(part) ? part : part.replace(special, escapedUnit));

const escapedUnit = (unit: string): string =>
  unit === '~' ? '~0' : unit === '|' ? '~1' : `~u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const unescapePart = (part: string): string =>
  !part.includes('~')
    ? part
    : part.replace(escaped, (all, unit: string | undefined) =>
        unit === undefined ? (all === '~0' ? '~' : '|') : String.fromCharCode(Number.parseInt(unit, 16)),
      );

const tagKey =
  (family: string) =>
  ({ space, entity }: Tag): string =>
    `${family}|${escapePart(space)}|${escapePart(entity)}`;

const entryKey = tagKey('x');

const targetMark = '~p'; // escaping never produces this text

/** The key of a tag's sums. Keys for one target are adjacent, whatever the tool, because a plan asks about every tool on each target. */
function sumsKey(tag: Tag): string {
  if (!tag.entity.startsWith('path:')) return `s|${escapePart(tag.space)}|${escapePart(tag.entity)}`;
  return `s|${targetMark}|${escapePart(tag.entity)}|${escapePart(tag.space)}`;
}

export const keys = {
  record: (id: string) => `m|${escapePart(id)}`,
  recall: (id: string) => `r|${escapePart(id)}`,
  facts: (id: string) => `f|${escapePart(id)}`,
  entry: (tag: Tag, id: string) => `${entryKey(tag)}|${escapePart(id)}`,
  level: (level: string, id: string) => `l|${level}|${escapePart(id)}`,
  sums: sumsKey,
  expiry: (ms: number, id: string) => `d|${moment(ms)}|${escapePart(id)}`,
  due: tagKey('p'),
  doubted: tagKey('b'),
  kind: (slug: string) => `i|${escapePart(slug)}`,
  word: (word: string) => `w|${escapePart(word)}`,
  state: 'n|',
  /** What is waiting to be sent to a bus, by rank. */
  outgoing: (rank: number, id: string) => `o|${rank}|${escapePart(id)}`,
  /** How far the replica has read the stream of its bus. */
  position: 'q|',
} as const;

/** The part of a key after the last bar, unescaped. */
export const lastPart = (key: string): string => unescapePart(key.slice(key.lastIndexOf('|') + 1));

/** The tag in a key that ends with a tag. */
export function tagIn(key: string): Tag {
  const [, first = '', second = '', third = ''] = key.split('|');
  const [space, entity] = first === targetMark ? [third, second] : [first, second];
  return { space: unescapePart(space), entity: unescapePart(entity) };
}

/** All keys with a prefix, which ends with a bar. */
export const below = (prefix: string): Range => ({ from: prefix, to: `${prefix.slice(0, -1)}}` });

/** The keys of the active memories of a tag. */
export const entriesAt = (tag: Tag): Range => below(keys.entry(tag, ''));

/** A time as text that sorts in the same order: no date has more digits. */
const moment = (ms: number): string => String(Math.max(0, ms)).padStart(16, '0');
export const expiredUntil = (ms: number): Range => ({ from: 'd|', to: `d|${moment(ms + 1)}` });

const pageSize = 1_024;

/** All keys with a prefix, page by page: keys written in the meantime may be included. */
export async function* allKeys(store: Store, prefix: string): AsyncGenerator<string> {
  const range = below(prefix);
  for (let from = range.from; ; ) {
    const page = await store.keys({ ...range, from, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    from = `${last}\0`;
  }
}
