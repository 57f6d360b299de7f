/** What a tool call is about, for readers of journals, which have no tool to ask for the target that it declares. Pure. */
import type { Json } from '../../contracts/json.ts';

/** What tools commonly call it. */
const mainFields = ['path', 'pattern', 'command', 'query', 'url'];

/** The main part of its input as text; of an input with other names, the first. */
export function targetIn(input: Json): string {
  const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const main = mainFields.map((name) => fields.get(name)).find((value) => value !== undefined) ?? [...fields.values()][0] ?? '';
  return typeof main === 'string' ? main : JSON.stringify(main);
}
