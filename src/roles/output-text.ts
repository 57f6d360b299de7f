/** An output as text: as it is, or as JSON. Where there is none nothing is in it, not even the word null. */
import type { Json } from '../contracts/json.ts';

export const outputText = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));
