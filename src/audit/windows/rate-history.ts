/** One rate over time, with running sums: what any stretch of it adds up to costs two look-ups, however long it is. */
import type { Pair } from './drift.ts';

/** What windows add up to: enough to tell their mean, and how much they differ from each other. */
export type Stretch = {
  readonly windows: number;
  readonly hits: number;
  readonly of: number;
  /** Σ of² and Σ hits²/of. */
  readonly squares: number;
  readonly quotients: number;
};

type Point = { readonly at: number; readonly hits: number; readonly of: number };

const empty: Stretch = { windows: 0, hits: 0, of: 0, squares: 0, quotients: 0 };

export class RateHistory {
  readonly #points: Point[] = [];
  /** Of the points up to each. */
  readonly #sums: Stretch[] = [];

  /** Adds the cases of a window. One that comes late takes its place. */
  add(at: number, [hits, of]: Pair): void {
    if (of === 0) return;
    let place = this.#points.length;
    while (place > 0 && (this.#points[place - 1]?.at ?? 0) > at) place -= 1;
    const known = this.#points[place - 1];
    if (known?.at === at) {
      place -= 1;
      this.#points[place] = { at, hits: known.hits + hits, of: known.of + of };
    } else this.#points.splice(place, 0, { at, hits, of });
    for (let index = place; index < this.#points.length; index += 1) this.#sums[index] = this.#sumAt(index);
  }

  /** From one time up to, but not including, another. */
  between(from: number, to: number): Stretch {
    const [first, last] = [this.#sums[this.#before(from)] ?? empty, this.#sums[this.#before(to)] ?? empty];
    return {
      windows: last.windows - first.windows,
      hits: last.hits - first.hits,
      of: last.of - first.of,
      squares: last.squares - first.squares,
      quotients: last.quotients - first.quotients,
    };
  }

  /** Every window with cases, oldest first. */
  get points(): readonly Point[] {
    return this.#points;
  }

  #sumAt(index: number): Stretch {
    const { hits, of } = this.#points[index] ?? { hits: 0, of: 1 };
    const before = this.#sums[index - 1] ?? empty;
    return {
      windows: before.windows + 1,
      hits: before.hits + hits,
      of: before.of + of,
      squares: before.squares + of * of,
      quotients: before.quotients + (hits * hits) / of,
    };
  }

  /** The place of the last point before a time; -1 if there is none. */
  #before(time: number): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.at ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
