/** Tags that a person may have meant by one that does not exist. Pure. */

import type { Tag } from '../../contracts/memory.ts';
import { nearest } from '../../contracts/text/nearest.ts';

const maxNear = 8;

/**
 * Spaces and entities that begin like the wanted text, then those that contain all its words; if there are none, the space with the most similar
 * spelling. Each space is listed once, unless its entities match.
 */
export function nearTags(wanted: string, tags: readonly Tag[]): readonly (Pick<Tag, 'space'> & Partial<Tag>)[] {
  const said = wanted.toLowerCase();
  const words = wordsIn(said);
  const begins = (part: string) => part.toLowerCase().startsWith(said);
  const holds = (part: string) => words.length > 0 && words.every((word) => part.toLowerCase().includes(word));
  const spaces = [...new Set(tags.map(({ space }) => space))];
  const found = [
    ...spaces.filter(begins),
    ...tags.filter(({ entity }) => begins(entity)),
    ...spaces.filter(holds),
    ...tags.filter(({ entity }) => holds(entity)),
  ].map((each) => (typeof each === 'string' ? { space: each } : { space: each.space, entity: each.entity }));
  const close = found.length > 0 ? undefined : nearest(wanted, spaces);
  const distinct = new Map([...found, ...(close === undefined ? [] : [{ space: close }])].map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].slice(0, maxNear);
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
