/** The target of a tool call, for readers of journals, which cannot ask the tool itself. Pure. */
import type { Json } from '../../contracts/shapes/json.ts';

/** The usual names of the field that contains the target. */
const mainFields = ['path', 'pattern', 'command', 'query', 'url'];

/** The main field of an input as text; if none of the names is known, the first field. */
export function targetIn(input: Json): string {
  const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const main = mainFields.map((name) => fields.get(name)).find((value) => value !== undefined) ?? [...fields.values()][0] ?? '';
  return typeof main === 'string' ? main : JSON.stringify(main);
}
