/** The conversation of a sub-task as its model is given it: bounded, however long it goes on. Pure. */
import type { Json } from '../../contracts/json.ts';
import type { Turn } from '../../models/model.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';

/** How many characters it may have, and how many an old turn is shortened to. */
const maxCharacters = 200_000;
const maxOldLength = 1_000;

/** The same turns; where they are too long, the oldest results and calls without their middle. */
export function withinBudget(turns: readonly Turn[], most: number = maxCharacters): readonly Turn[] {
  let total = turns.reduce((sum, turn) => sum + sizeOf(turn), 0);
  return turns.map((turn) => {
    if (total <= most || turn.role === 'user') return turn;
    const short = shortened(turn);
    total += sizeOf(short) - sizeOf(turn);
    return short;
  });
}

function shortened(turn: Exclude<Turn, { role: 'user' }>): Turn {
  const text = headAndTail(turn.text, maxOldLength);
  if (turn.role === 'tool') return { ...turn, text };
  return {
    ...turn,
    text,
    calls: turn.calls.map((call) => ({ ...call, input: mapTexts(call.input, (part) => headAndTail(part, maxOldLength)) })),
  };
}

const sizeOf = (turn: Turn): number => turn.text.length + (turn.role === 'assistant' ? JSON.stringify(turn.calls).length : 0);

/** The same value with every text in it made anew. */
export function mapTexts(value: Json, make: (text: string) => string): Json {
  if (typeof value === 'string') return make(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, make));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, make)]));
}
