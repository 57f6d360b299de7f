/** The conversation of a sub-task as its model gets it: bounded, however long it is. Pure. */
import type { Json } from '../../contracts/json.ts';
import type { Turn } from '../../models/model.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';

/** In characters: all turns together, and an old one that is shortened. */
const maxLength = 200_000;
const maxOldLength = 1_000;

/** The same turns; if they are too long, the oldest results and calls without their middle. */
export function withinBudget(turns: readonly Turn[]): readonly Turn[] {
  let total = turns.reduce((sum, turn) => sum + sizeOf(turn), 0);
  return turns.map((turn) => {
    if (total <= maxLength || turn.role === 'user') return turn;
    const short = shortened(turn);
    total += sizeOf(short) - sizeOf(turn);
    return short;
  });
}

function shortened(turn: Exclude<Turn, { role: 'user' }>): Turn {
  const text = headAndTail(turn.text, maxOldLength);
  if (turn.role === 'tool') return { ...turn, text };
  const calls = turn.calls.map((call) => ({ ...call, input: mapTexts(call.input, (part) => headAndTail(part, maxOldLength)) }));
  return { ...turn, text, calls };
}

const sizeOf = (turn: Turn): number => turn.text.length + (turn.role === 'assistant' ? JSON.stringify(turn.calls).length : 0);

/** The same value with every text in it mapped. */
export function mapTexts(value: Json, make: (text: string) => string): Json {
  if (typeof value === 'string') return make(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, make));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, make)]));
}
