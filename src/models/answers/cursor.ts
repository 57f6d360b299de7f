/** A position in a text that advances past what is read. */
import type { Json } from '../../contracts/shapes/json.ts';
import { readJson } from './lenient-json.ts';

/** End-of-turn tokens, which some servers leave in the text. */
const endMark = String.raw`<\|(?:im_end|eot_id|eom_id|endoftext|end|return|call)\|>|</s>|<｜end▁of▁sentence｜>`;
const nothingMore = new RegExp(`\\s*(?:(?:${endMark})\\s*)*$`, 'y');

export class Cursor {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Whether only white space and end-of-turn tokens follow. */
  get isAtEnd(): boolean {
    nothingMore.lastIndex = this.at;
    return nothingMore.test(this.#text);
  }

  /** What the pattern, which must be sticky, matches at the cursor. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  /** The text up to the next mark; the cursor moves past the mark. */
  takeUntil(mark: string): string | undefined {
    const end = this.#text.indexOf(mark, this.at);
    if (end === -1) return undefined;
    const taken = this.#text.slice(this.at, end);
    this.at = end + mark.length;
    return taken;
  }

  /** The object or list at the cursor, if it is complete. */
  takeJson(): Json | undefined {
    if (!this.take(/\s*(?=[{[])/y)) return undefined;
    const reading = readJson(this.#text, this.at);
    if (reading.kind !== 'whole') return undefined;
    this.at = reading.end;
    return reading.value;
  }
}
