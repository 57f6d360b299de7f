/** What a story keeps of texts that may be long: short copies, so that the long ones can go. Pure. */
import type { Json } from '../../contracts/json.ts';
import { clip, oneLine, part } from '../../contracts/shorten.ts';
import { outputText } from '../../roles/output-text.ts';

/** The beginning of a text, with its lines. */
export const beginning = (text: string, most: number): string => (text.length <= most ? text : copied(clip(text, most)));

/** The beginning of a text on one line. */
export const words = (text: string, most = 500): string => {
  const head = part(text, 0, Math.min(text.length, most * 8)); // white space may shrink, but not by that much
  return copied(oneLine(head, most));
};

/** The beginning of any value as text; nothing of null. */
export const textOf = (value: Json, most: number): string => beginning(outputText(value), most);

/** A slice keeps all of what it was cut from in memory; a copy does not. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
