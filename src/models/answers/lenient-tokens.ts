/** Splits text that is JSON or nearly JSON into tokens: punctuation, strings, words and numbers, without the white space and comments between them. */
import type { Json } from '../../contracts/shapes/json.ts';

export type Token =
  | { readonly kind: 'mark'; readonly mark: string }
  /** A quoted string, or an unquoted word. */
  | { readonly kind: 'text' | 'name'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Json }
  /** The text ends, or continues with something that is not part of an object. */
  | { readonly kind: 'cut' | 'wrong' };

const cut: Token = { kind: 'cut' };
const wrong: Token = { kind: 'wrong' };

const space = /[\t\n\r ]+/y;
const otherSpace = /[\s\u200b-\u200d\u2060]+/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const literals: ReadonlyMap<string, Json> = new Map(Object.entries({ true: true, false: false, null: null }));
const pythonLiterals: ReadonlyMap<string, Json> = new Map(Object.entries({ True: true, False: false, None: null }));

/** Quotation marks by family. Languages differ in which mark of a family opens and which closes. */
const doubles = ['"', '“”„‟', '«»'] as const;
const singles = ["'", '‘’‚‛'] as const;
/** All quotation marks. */
export const quotes = [...doubles, ...singles].join('');

/** What must follow the end of a string. */
const endsText = /\s*(?:[,:}\]]|\/[/*])/y;
/** Inside a string in typographic quotes: a sign that the string may really have ended here, with another quote. */
const endedBefore = /["']\s*[,:}\]]/;
const inWord = /[\p{L}\p{N}]/u;
/** Inside a comment: a sign that something was left out, or that part of the object is commented out. */
const leftOut = /\.\.\.|…|[{}[\]]/;

export class Tokens {
  /** The position where the next token starts. */
  at: number;
  /** Whether every token so far is valid JSON. */
  strict = true;
  readonly #text: string;

  constructor(text: string, from: number) {
    this.#text = text;
    this.at = from;
  }

  next(): Token {
    const unreadable = this.#skipSpace();
    if (unreadable) return unreadable;
    const first = this.#text[this.at];
    if (first === undefined) return cut;
    if ('{}[]:,'.includes(first)) {
      this.at += 1;
      return { kind: 'mark', mark: first };
    }
    const double = doubles.find((family) => family.includes(first));
    if (double) return this.#betweenDoubles(double);
    const single = singles.find((family) => family.includes(first));
    if (single) return this.#betweenSingles(single);
    const digits = this.#take(number);
    return digits === undefined ? this.#word() : { kind: 'value', value: Number(digits) };
  }

  #word(): Token {
    const text = this.#take(word);
    if (text === undefined) return wrong;
    const literal = literals.get(text);
    if (literal !== undefined) return { kind: 'value', value: literal };
    this.strict = false;
    const python = pythonLiterals.get(text);
    return python === undefined ? { kind: 'name', text } : { kind: 'value', value: python };
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }

  /** Skips comments too. If a comment stands for something left out, the object cannot be read. */
  #skipSpace(): Token | undefined {
    for (;;) {
      this.#take(space);
      const from = this.at;
      if (this.#text.startsWith('//', from)) this.at = lineEnd(this.#text, from);
      else if (this.#text.startsWith('/*', from)) {
        const end = this.#text.indexOf('*/', from + 2);
        if (end === -1) return cut;
        this.at = end + 2;
      } else if (this.#take(otherSpace) === undefined) return undefined;
      this.strict = false;
      if (leftOut.test(this.#text.slice(from, this.at))) return wrong;
    }
  }

  /** A string ends at the next mark of its family: if that mark was meant as text, what follows will not fit the object. */
  #betweenDoubles(family: string): Token {
    const start = this.at + 1;
    const end = this.#closing(family, start);
    if (end === -1) return cut;
    return family === '"' ? this.#read(start, end) : this.#readOther(family, start, end);
  }

  /** The mark may be an apostrophe: between letters it is one, before punctuation of the object it ends the string, and anywhere else it is ambiguous. */
  #betweenSingles(family: string): Token {
    const start = this.at + 1;
    for (let end = this.#closing(family, start); end !== -1; end = this.#closing(family, end + 1)) {
      endsText.lastIndex = end + 1;
      if (endsText.test(this.#text)) return this.#readOther(family, start, end);
      if (!inWord.test(this.#text[end - 1] ?? '') || !inWord.test(this.#text[end + 1] ?? '')) {
        this.at = end + 1;
        return wrong;
      }
    }
    return cut;
  }

  /** The position of the next of these marks that is not escaped; -1 if there is none. */
  #closing(marks: string, from: number): number {
    for (let at = from; at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? '';
      if (character === '\\') at += 1;
      else if (marks.includes(character)) return at;
    }
    return -1;
  }

  #readOther(family: string, start: number, end: number): Token {
    const text = this.#read(start, end);
    this.strict = false;
    return family !== "'" && endedBefore.test(this.#text.slice(start, end)) ? wrong : text;
  }

  #read(start: number, end: number): Token {
    this.at = end + 1;
    const written = this.#text.slice(start, end);
    const asJson = written.replaceAll(/\\[\s\S]|["\p{Cc}]/gu, escaped);
    if (asJson !== written) this.strict = false;
    try {
      return { kind: 'text', text: JSON.parse(`"${asJson}"`) };
    } catch {
      return wrong; // the escape is invalid or ambiguous
    }
  }
}

/** The part with the escapes that JSON requires. */
function escaped(part: string): string {
  if (part === "\\'") return "'";
  return part.startsWith('\\') ? part : JSON.stringify(part).slice(1, -1);
}

function lineEnd(text: string, from: number): number {
  const end = /[\n\r]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
