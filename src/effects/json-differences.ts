/** Where two JSON values differ, part by part. Pure. */
import { clip, part } from '../contracts/text/shorten.ts';

/** One part, named by its path; undefined on the side that does not have it. For long texts, the excerpt around the first difference. */
export type JsonDifference = { readonly path: string; readonly recorded: unknown; readonly computed: unknown };

/** The innermost parts that differ, in order, at most `max`. Empty if only the order of keys differs. */
export function jsonDifferences(recorded: unknown, computed: unknown, max = 20): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  compare('', asJson(recorded), asJson(computed));
  return found;

  function compare(path: string, one: unknown, other: unknown): void {
    if (found.length >= max || one === other) return;
    if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, ...excerpts(one, other) });
      return;
    }
    const [a, b] = [one, other] as Readonly<Record<string, unknown>>[]; // both are objects or both are arrays
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(path === '' ? key : `${path}.${key}`, own(a, key), own(b, key));
  }
}

/** The value as it would be written to a file: code may compute -0, or a key with the value undefined. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const own = (value: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  value && Object.hasOwn(value, key) ? value[key] : undefined;

const maxLength = 2_000;
/** How many characters of the common text an excerpt starts with. */
const shared = 40;

/** Excerpts, because prompts are long and often differ by one word in the middle. */
function excerpts(recorded: unknown, computed: unknown): Omit<JsonDifference, 'path'> {
  if (typeof recorded !== 'string' || typeof computed !== 'string') return { recorded: short(recorded), computed: short(computed) };
  const start = Math.max(0, firstDifference(recorded, computed) - shared);
  return { recorded: excerpt(recorded, start), computed: excerpt(computed, start) };
}

function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

const excerpt = (text: string, start: number): string => clip(start < 2 * shared ? text : `…${part(text, start, text.length)}`, maxLength);

function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= maxLength ? value : clip(text, maxLength);
}
