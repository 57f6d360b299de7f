/** The tape of a task that continues in other folders, with every path in an old folder replaced by the same path in the new one. */
import { type Entry, parseEntry } from '../journal/entry.ts';
import type { Tape } from '../journal/tape.ts';
import { inputHash } from './effects.ts';

/** A folder of the task, and the one that replaces it. */
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
  if (!read.ok) throw new Error(`an entry cannot be moved: ${read.error}`); // only paths within strings are replaced, so the shape stays the same
  const { value } = read;
  return value.kind === 'intent' ? { ...value, input_hash: inputHash(value.input) } : value;
}

/** Replaces paths in JSON, both whole and at the beginning of longer paths, but not where they only begin the name of another folder. */
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
