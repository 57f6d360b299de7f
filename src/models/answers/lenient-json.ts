/**
 * Reads an object or a list that is JSON or nearly JSON: trailing commas, other quotes, raw line breaks in strings, `True` and `None`, comments, unquoted keys.
 * Anything ambiguous is not read.
 */
import type { Json } from '../../contracts/shapes/json.ts';
import { quotes, type Token, Tokens } from './lenient-tokens.ts';

export type JsonReading =
  /** Complete, up to `end`; `strict` if it is valid JSON. */
  | { readonly kind: 'whole'; readonly value: Json; readonly end: number; readonly strict: boolean }
  /** Unreadable; judging by its braces, it ends at `end`. */
  | { readonly kind: 'broken'; readonly end: number }
  /** The text ends before the value does. */
  | { readonly kind: 'cut' };

/** How deeply anything that is not quite JSON may be nested. */
const maxDepth = 200;

/** Reads the value that opens with a bracket at `from`, in one pass and without recursion. */
export function readJson(text: string, from: number): JsonReading {
  const tokens = new Tokens(text, from);
  const structure = new Structure();
  while (structure.whole === undefined) {
    const token = tokens.next();
    if (token.kind === 'cut') return { kind: 'cut' };
    if (!structure.add(token)) return brokenFrom(text, token.kind === 'mark' ? tokens.at - 1 : tokens.at, structure.openObjects);
  }
  const end = tokens.at;
  const strict = tokens.strict && structure.strict;
  const isDoubtful = structure.depth > maxDepth || quotes.includes(text[end] ?? ' '); // if a quote follows, a string may not really have ended
  return !strict && isDoubtful ? { kind: 'broken', end } : { kind: 'whole', value: structure.whole, end, strict };
}

type Due = 'key' | 'colon' | 'value' | 'comma';
type Open = { readonly list: Json[] } | { readonly members: { [key: string]: Json }; key: string };

/** Builds the value from tokens. What is expected next decides whether a token fits. */
class Structure {
  whole: Json | undefined;
  /** Whether there are no trailing commas. */
  strict = true;
  /** The deepest nesting so far. */
  depth = 0;
  readonly #open: Open[] = [];
  #due: Due = 'value';
  #isAfterComma = false;

  get openObjects(): number {
    return this.#open.filter((open) => 'members' in open).length;
  }

  /** Adds a token and returns whether it fits. */
  add(token: Token): boolean {
    const fits = this.#fit(token);
    this.#isAfterComma = token.kind === 'mark' && token.mark === ',';
    return fits;
  }

  #fit(token: Token): boolean {
    if (token.kind === 'mark') return this.#fitMark(token.mark, this.#open.at(-1));
    const inside = this.#open.at(-1);
    if (this.#due === 'key' && inside && 'members' in inside && (token.kind === 'text' || token.kind === 'name')) {
      inside.key = token.text;
      return this.#expect('colon');
    }
    if (this.#due !== 'value' || !inside) return false;
    if (token.kind === 'text') return this.#put(token.text);
    return token.kind === 'value' && this.#put(token.value);
  }

  #fitMark(mark: string, inside: Open | undefined): boolean {
    switch (mark) {
      case '{':
        return this.#due === 'value' && this.#enter({ members: {}, key: '' });
      case '[':
        return this.#due === 'value' && this.#enter({ list: [] });
      case '}':
        return (this.#due === 'key' || this.#due === 'comma') && inside !== undefined && 'members' in inside && this.#leave(inside.members);
      case ']':
        return inside !== undefined && 'list' in inside && this.#leave(inside.list);
      case ':':
        return this.#due === 'colon' && this.#expect('value');
      default:
        return this.#due === 'comma' && inside !== undefined && this.#expect('list' in inside ? 'value' : 'key');
    }
  }

  #enter(open: Open): boolean {
    this.#open.push(open);
    this.depth = Math.max(this.depth, this.#open.length);
    return this.#expect('list' in open ? 'value' : 'key');
  }

  #leave(value: Json): boolean {
    this.#open.pop();
    if (this.#isAfterComma) this.strict = false;
    return this.#put(value);
  }

  #put(value: Json): boolean {
    const inside = this.#open.at(-1);
    if (!inside) this.whole = value;
    else if ('list' in inside) inside.list.push(value);
    else Object.defineProperty(inside.members, inside.key, { value, writable: true, enumerable: true, configurable: true }); // so that no key is special, as in `JSON.parse`
    return this.#expect('comma');
  }

  #expect(due: Due): true {
    this.#due = due;
    return true;
  }
}

/** Where an unreadable value that starts at `at` ends, judging by the braces outside double quotes. */
function brokenFrom(text: string, at: number, openObjects: number): JsonReading {
  let depth = openObjects;
  let inText = false;
  for (let end = at; end < text.length; end += 1) {
    const character = text[end];
    if (character === '"') inText = !inText;
    else if (inText && character === '\\') end += 1;
    else if (!inText && character === '{') depth += 1;
    else if (!inText && character === '}') depth -= 1;
    if (depth === 0) return { kind: 'broken', end: end + 1 };
  }
  return { kind: 'cut' };
}
