/** What somebody may have meant who named a tag that is not there. Pure. */

import { nearest } from '../../config/reading/nearest.ts';
import type { Tag } from '../../contracts/memory.ts';

const most = 8;

/** Spaces and entities that begin alike, then those with all of the words, then the one that is nearest by its letters. Tags that share a space count once unless it is their entity that is alike. */
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
  const unlike = new Map([...found, ...(close === undefined ? [] : [{ space: close }])].map((each) => [JSON.stringify(each), each]));
  return [...unlike.values()].slice(0, most);
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
