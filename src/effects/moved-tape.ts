/** The tape of a task that continues in other folders: what it says of a place in the old ones, it then says of the same place in the new ones. */
import { type Entry, parseEntry } from '../journal/entry.ts';
import type { Tape } from '../journal/tape.ts';
import { inputHash } from './effects.ts';

/** A folder of the task, and the one that stands in for it. */
export type Move = { readonly from: string; readonly to: string };

export function movedTape(tape: Tape, moves: readonly Move[]): Tape {
  const moved = movedText(moves);
  return {
    ...tape,
    peek() {
      const next = tape.peek();
      return next && { ...next, is: () => false, entry: () => movedEntry(next.entry(), moved) };
    },
  };
}

function movedEntry(entry: Entry, moved: (text: string) => string): Entry {
  const read = parseEntry(moved(JSON.stringify(entry)));
  if (!read.ok) throw new Error(`an entry cannot be moved: ${read.error}`); // a path in a text stands for another, so it has the same shape
  const { value } = read;
  return value.kind === 'intent' ? { ...value, input_hash: inputHash(value.input) } : value;
}

/** Replaces paths in JSON: as wholes and as the beginning of longer ones, but not where they only begin the name of another folder. */
function movedText(moves: readonly Move[]): (text: string) => string {
  const places = new Map(moves.map(({ from, to }) => [inJson(from), inJson(to)]));
  if (places.size === 0) return (text) => text;
  const longestFirst = [...places.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((place) => place.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w.-])(?:${longestFirst.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return (text) => text.replaceAll(pattern, (place) => places.get(place) ?? place);
}

const inJson = (path: string): string => JSON.stringify(path).slice(1, -1);
