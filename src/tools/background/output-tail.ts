/** The end of a program's output. Each part is returned only once. */

export type Printed = { readonly text: string /** How many characters before this part were lost. */; readonly missed: number };

export class OutputTail {
  readonly #max: number;
  #kept = '';
  #written = 0;
  #told = 0;

  constructor(maxCharacters: number) {
    this.#max = maxCharacters;
  }

  get isEmpty(): boolean {
    return this.#written === 0;
  }

  add(text: string): void {
    this.#kept += text;
    this.#written += text.length;
    if (this.#kept.length > 2 * this.#max) this.#kept = this.#kept.slice(-this.#max); // trimmed only occasionally
  }

  /** The end of the output; every call returns the same. */
  last(maxCharacters: number): string {
    return this.#kept.slice(-maxCharacters).toWellFormed();
  }

  /** The output since the last call, except for what was lost. */
  take(): Printed {
    const from = Math.max(this.#told, this.#written - this.#max);
    const missed = from - this.#told;
    const text = this.#written === from ? '' : this.#kept.slice(from - this.#written).toWellFormed();
    this.#told = this.#written;
    return { text, missed };
  }
}
