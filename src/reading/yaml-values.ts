/** YAML as plain values with their places. Bounded in every way, because the text may be malicious. Pure. */
import { type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument } from 'yaml';

export type Place = { readonly line: number; readonly column: number };

/** A value and the places of all values in it. An empty value is undefined. */
export type Located = {
  readonly value: unknown;
  readonly at: Place;
  /** The place of the value's key; the same as `at` if there is none. */
  readonly keyAt: Place;
  readonly children: ReadonlyMap<string, Located>;
};

export type YamlValues = { readonly ok: true; readonly root: Located } | { readonly ok: false; readonly error: string; readonly at: Place };

/** Far more than any settings need. */
const limits = { tokens: 20_000, aliases: 100, values: 10_000, depth: 16 } as const;

const start: Place = { line: 1, column: 1 };

/** No message quotes the text: this may be the wrong file, and contain secrets. */
export function readYaml(text: string): YamlValues {
  if (tooManyTokens(text)) return { ok: false, error: 'is too long for a settings file', at: start };
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    // Keys are compared below: the package would compare every key with every other one.
    const options = { prettyErrors: false, stringKeys: true, uniqueKeys: false, resolveKnownTags: false, logLevel: 'error' } as const;
    const document = parseDocument(text, { ...options, lineCounter: lines });
    const [fault] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
    if (fault) throw new Refused(words[fault.code] ?? 'the YAML is not valid here', fault.pos[0]);
    return { ok: true, root: new Locator(document, place).locate(document.contents, 0) };
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return { ok: false, error: thrown.message, at: place(thrown.offset) };
  }
}

/** Counted first: parsing a token is slow, lexing one is not. */
function tooManyTokens(text: string): boolean {
  let count = 0;
  for (const _ of new Lexer().lex(text)) {
    count += 1;
    if (count > limits.tokens) return true;
  }
  return false;
}

const words: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'there is a tab where only spaces may indent',
  BAD_INDENT: 'a bracket is not closed, or the indentation does not fit the lines above',
  BLOCK_AS_IMPLICIT_KEY: 'there is a second colon in this value; put it in quotes, or indent the next line like this one',
  BAD_SCALAR_START: 'a value cannot start with this character; put it in quotes',
  MISSING_CHAR: 'a quote, a bracket or a colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing, or the indentation does not fit',
  MULTIPLE_DOCS: 'a second document begins; there may be only one',
  NON_STRING_KEY: 'a key must be a word',
  TAG_RESOLVE_FAILED: 'tags (!) are not allowed here',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
};

class Refused extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Not the package's own conversion, which takes minutes for some texts of only a few kilobytes. */
class Locator {
  readonly #document: Document.Parsed;
  readonly #place: (offset: number) => Place;
  #values = 0;
  #aliases = 0;

  constructor(document: Document.Parsed, place: (offset: number) => Place) {
    this.#document = document;
    this.#place = place;
  }

  locate(node: unknown, depth: number, key?: { readonly offset: number }): Located {
    const offset = offsetOf(node) ?? key?.offset ?? 0;
    this.#values += 1;
    if (this.#values > limits.values) throw new Refused('is too large once all aliases (*) are written out', offset);
    if (depth > limits.depth) throw new Refused('is nested too deeply', offset);
    const at = this.#place(offset);
    const { value, children } = this.#read(node, depth, offset);
    return { value, at, keyAt: key ? this.#place(key.offset) : at, children };
  }

  #read(node: unknown, depth: number, offset: number): Pick<Located, 'value' | 'children'> {
    if (isAlias(node)) {
      this.#aliases += 1;
      const named = this.#aliases > limits.aliases ? undefined : node.resolve(this.#document);
      if (!named) throw new Refused('an alias (*) has no anchor (&) above it, or there are too many', offset);
      return this.locate(named, depth + 1);
    }
    if (isMap(node)) return this.#readMap(node.items, depth);
    if (isSeq(node)) return this.#readList(node.items, depth);
    return { value: isScalar(node) ? (node.value ?? undefined) : undefined, children: new Map() };
  }

  #readMap(pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number): Pick<Located, 'value' | 'children'> {
    const children = new Map<string, Located>();
    for (const { key, value } of pairs) {
      const offset = offsetOf(key) ?? 0;
      const name = isScalar(key) ? String(key.value ?? '') : '';
      if (name === '') throw new Refused('a key must be a word', offset);
      if (children.has(name)) throw new Refused('this key occurs twice; only one of them can be used', offset);
      children.set(name, this.locate(value, depth + 1, { offset }));
    }
    return { value: Object.fromEntries(Array.from(children, ([name, child]) => [name, child.value])), children }; // defines `__proto__` as an ordinary key
  }

  #readList(items: readonly unknown[], depth: number): Pick<Located, 'value' | 'children'> {
    const children = new Map(items.map((item, index) => [String(index), this.locate(item, depth + 1)]));
    return { value: Array.from(children.values(), ({ value }) => value), children };
  }
}

function offsetOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined;
  return Number(node.range[0]);
}
