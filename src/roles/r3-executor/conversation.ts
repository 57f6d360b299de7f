/** The conversation of a sub-task as sent to its model: bounded, however long it is. Pure, so that a replay shortens it in exactly the same way. */
import type { Json } from '../../contracts/shapes/json.ts';
import type { Turn } from '../../models/model.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';

/** The length, in characters, to which parts of old turns are shortened. */
const maxOldLength = 1_000;

/** What replaces a result: one line that says what it was, and how to read it again. */
export type References = ReadonlyMap<Turn, string>;

export type Fitted = {
  readonly turns: readonly Turn[];
  /** Whether a result was replaced by its reference, or cut. */
  readonly isReplaced: boolean;
};

/**
 * The turns unchanged if they fit. Otherwise the long results of earlier steps are replaced by references, the oldest first; if that is not enough,
 * the remaining calls and results lose their middle. The replaced part grows in large steps, so that most requests begin like the one before.
 */
export function withinBound(turns: readonly Turn[], bound: number, references: References): Fitted {
  const total = lengthOf(turns);
  if (total <= bound) return { turns: [...turns], isReplaced: false }; // a copy: turns are added later, and this request must not change
  const quantum = Math.ceil(bound / 4);
  const target = total - Math.ceil((total - bound) / quantum) * quantum;
  const lastStep = turns.findLastIndex(({ role }) => role === 'assistant');
  const long = (turn: Turn, at: number): Turn => (at < lastStep && isLong(turn) ? referred(turn, references) : turn);
  const replaced = shrunk(turns, total, target, long);
  const rest = shrunk(replaced, lengthOf(replaced), bound, (turn) => (turn.role === 'user' ? turn : shortened(turn, references)));
  return { turns: rest, isReplaced: rest.some((turn, at) => turn.role === 'tool' && turn.text !== turns[at]?.text) };
}

/** The length of turns as sent to a model, in characters. */
export const lengthOf = (turns: readonly Turn[]): number => turns.reduce((sum, turn) => sum + sizeOf(turn), 0);

/** Shortens one turn after another, starting with the first, until they fit. */
function shrunk(turns: readonly Turn[], length: number, target: number, make: (turn: Turn, at: number) => Turn): readonly Turn[] {
  let total = length;
  return turns.map((turn, at) => {
    if (total <= target) return turn;
    const small = make(turn, at);
    total += sizeOf(small) - sizeOf(turn);
    return small;
  });
}

const isLong = (turn: Turn): boolean => turn.role === 'tool' && turn.text.length > maxOldLength;

function referred(turn: Turn, references: References): Turn {
  const reference = references.get(turn);
  return turn.role !== 'tool' || reference === undefined ? turn : { ...turn, text: delimited('result', reference) };
}

function shortened(turn: Exclude<Turn, { role: 'user' }>, references: References): Turn {
  const text = headAndTail(turn.text, maxOldLength);
  if (turn.role === 'tool') return isLong(turn) ? { ...turn, text: [text, references.get(turn) ?? []].flat().join('\n') } : turn;
  const calls = turn.calls.map((call) => ({ ...call, input: mapTexts(call.input, (part) => headAndTail(part, maxOldLength)) }));
  return { ...turn, text, calls };
}

const sizeOf = (turn: Turn): number => turn.text.length + (turn.role === 'assistant' ? JSON.stringify(turn.calls).length : 0);

/** A value with every text in it mapped. */
export function mapTexts(value: Json, make: (text: string) => string): Json {
  if (typeof value === 'string') return make(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, make));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, make)]));
}
