/** Where two values of JSON differ, part by part. Pure. */
import { clip, part } from '../contracts/shorten.ts';

/** A part of a value, by its path; undefined where it is not there. Of long texts, what stands around the first place where they differ. */
export type JsonDifference = { readonly path: string; readonly recorded: unknown; readonly computed: unknown };

/** The innermost parts that are not the same, in order, and no more than `most` of them. None where only the order of keys is another. */
export function jsonDifferences(recorded: unknown, computed: unknown, most = 20): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  compare('', asJson(recorded), asJson(computed));
  return found;

  function compare(path: string, one: unknown, other: unknown): void {
    if (found.length >= most || one === other) return;
    if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, ...excerpts(one, other) });
      return;
    }
    const [a, b] = [one, other] as Readonly<Record<string, unknown>>[]; // both are objects or both are lists
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(path === '' ? key : `${path}.${key}`, own(a, key), own(b, key));
  }
}

/** As it would stand in a file: code may compute a -0, or a key that holds undefined. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const own = (value: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  value && Object.hasOwn(value, key) ? value[key] : undefined;

const longest = 2_000;
const shared = 40;

/** Prompts are long, and differ by a word in the middle. */
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

/** Short texts stay whole, whatever stands where. */
const excerpt = (text: string, start: number): string => clip(start < 2 * shared ? text : `…${part(text, start, text.length)}`, longest);

function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= longest ? value : clip(text, longest);
}
