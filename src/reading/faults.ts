/** What is wrong with values that a person wrote, as lines with the name of the file, the line and the column. Pure. */
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import type { Located, Place } from './yaml-values.ts';

/** What is wrong with one value, or an unknown key. */
export type Fault = { readonly path: readonly string[]; readonly error: string; readonly at: 'key' | 'value' };

const maxShown = 10;

/** In the order in which they occur. `shown` is the name of the file. */
export function faultLines(faults: readonly Fault[], root: Located, shown: string): string {
  const lines = faults
    .map(({ path, error, at }) => {
      const { found } = find(root, path);
      return { path, error, place: at === 'key' ? found.keyAt : found.at };
    })
    .toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
    .map(({ path, error, place }) => `${subject(shown, place, path)} ${error}`);
  const rest = lines.length - maxShown;
  return [...lines.slice(0, maxShown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

/** The beginning of a sentence about a value: `path:line:column: key`. */
export const subject = (shown: string, { line, column }: Place, path: readonly string[]): string =>
  `${shown}:${line}:${column}: ${path.length === 0 ? 'the file' : path.slice(-2).map(printable).join('.')}`;

/** A key can be any text; on a terminal, it must remain a single word. */
const printable = (key: string): string => clip(visible(key), 60);

/** The value at a path, or the last value on the way to it: a text that describes a whole endpoint has no parts. */
export function find(root: Located, path: readonly string[]): { readonly found: Located; readonly whole: boolean } {
  const [key, ...rest] = path;
  if (key === undefined) return { found: root, whole: true };
  const child = root.children.get(key);
  return child ? find(child, rest) : { found: root, whole: false };
}
