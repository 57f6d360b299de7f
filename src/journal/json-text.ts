/** A value as JSON text, cached for two consecutive calls: an effect's input is hashed and then written. */
import type { Json } from '../contracts/shapes/json.ts';

let last: Json | undefined;
let text = '';

export function jsonText(value: Json): string {
  if (value !== last || typeof value !== 'object') {
    text = JSON.stringify(value);
    last = value;
  }
  return text;
}
