/** Short copies of texts that may be long, so that a story does not keep the originals in memory. Pure. */
import type { Json } from '../../contracts/shapes/json.ts';
import { clip, oneLine, part } from '../../contracts/text/shorten.ts';
import { outputText } from '../../roles/output-text.ts';

/** The beginning of a text, with its line breaks. */
export const beginning = (text: string, max: number): string => (text.length <= max ? text : copied(clip(text, max)));

/** The beginning of a text on one line. */
export const words = (text: string, max = 500): string => {
  const head = part(text, 0, Math.min(text.length, max * 8)); // still long enough after white space is collapsed
  return copied(oneLine(head, max));
};

/** The beginning of any value as text; empty for null. */
export const textOf = (value: Json, max: number): string => beginning(outputText(value), max);

/** A copy of a text: a slice would keep the whole original in memory. */
const copied = (text: string): string => JSON.parse(JSON.stringify(text));
