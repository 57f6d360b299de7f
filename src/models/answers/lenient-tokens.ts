/** The pieces of a text that is JSON or almost so: marks, quoted texts, words and numbers, without the space and the comments between them. */
import type { Json } from '../../contracts/json.ts';

export type Token =
  | { readonly kind: 'mark'; readonly mark: string }
  /** In quotes; a name is a word without them. */
  | { readonly kind: 'text' | 'name'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Json }
  /** The text ends, or goes on with what is no piece of any object. */
  | { readonly kind: 'cut' | 'wrong' };

const cut: Token = { kind: 'cut' };
const wrong: Token = { kind: 'wrong' };

const space = /[\t\n\r ]+/y;
const otherSpace = /[\s\u200b-\u200d\u2060]+/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const literals: ReadonlyMap<string, Json> = new Map(Object.entries({ true: true, false: false, null: null }));
const pythonLiterals: ReadonlyMap<string, Json> = new Map(Object.entries({ True: true, False: false, None: null }));

/** Other quotation marks than JSON's. Languages differ in which of a family opens and which closes. */
const doubles = ['“”„‟', '«»'] as const;
const singles = ["'", '‘’‚‛'] as const;
/** All marks that a text may stand between. */
export const quotes = ['"', ...doubles, ...singles].join('');

/** Behind a text that has ended. */
const endsText = /\s*(?:[,:}\]]|\/[/*])/y;
/** Where a text in typographic quotes may have ended before, in others. */
const endedBefore = /["']\s*[,:}\]]/;
const inWord = /[\p{L}\p{N}]/u;
/** In a comment: something is left out, or a part of the object was. */
const leftOut = /\.\.\.|…|[{}[\]]/;

export class Tokens {
  /** Where the next piece is looked for. */
  at: number;
  /** Whether every piece so far is just as JSON has it. */
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
    if (first === '"') return this.#plainText();
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

  /** Comments too. What one leaves out may have been meant, so that an object with such a comment cannot be read. */
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

  #plainText(): Token {
    const start = this.at + 1;
    const end = this.#closing('"', start);
    return end === -1 ? cut : this.#read(start, end);
  }

  /** Ends at the next mark of its family: where that was meant to stand inside, nothing that an object could go on with follows. */
  #betweenDoubles(family: string): Token {
    const start = this.at + 1;
    const end = this.#closing(family, start);
    return end === -1 ? cut : this.#readOther(family, start, end);
  }

  /** The mark is an apostrophe too. It is one between letters, it ends the text before a mark of the object, and anywhere else nobody can tell. */
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

  /** Where the next of these marks stands that no backslash escapes; -1 when the text ends before. */
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
      return wrong; // an escape that means nothing, or one thing to some and another to others
    }
  }
}

/** What JSON wants escaped and what it does not, the way JSON has it. */
function escaped(part: string): string {
  if (part === "\\'") return "'";
  return part.startsWith('\\') ? part : JSON.stringify(part).slice(1, -1);
}

function lineEnd(text: string, from: number): number {
  const end = /[\n\r]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
