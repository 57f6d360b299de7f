/** One rate over time, in stretches of several lengths, with running sums: the total of any part takes two look-ups, however long that part is. */
import type { Pair } from './drift.ts';

/** The totals of stretches of time: enough to compute their mean and how much they differ. */
export type Stretches = {
  readonly count: number;
  readonly hits: number;
  readonly of: number;
  /** Σ of² and Σ hits²/of. */
  readonly squares: number;
  readonly quotients: number;
};

type Point = { readonly at: number; readonly hits: number; readonly of: number };

/** The lengths of time that are compared with earlier ones of the same length, in ms: a window, a day, a week. */
export const lengths = { window: 5 * 60_000, day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 } as const;
export type Length = keyof typeof lengths;

/** What a history keeps: single recent stretches, by when they began, and the total of all earlier ones. */
type KeptSeries = { readonly base: Stretches; readonly points: readonly (readonly [at: number, hits: number, of: number])[] };
export type KeptRate = Readonly<Record<Length, KeptSeries>>;

export class RateHistory {
  readonly #series: Readonly<Record<Length, Series>>;

  constructor(kept?: KeptRate) {
    this.#series = { window: new Series(kept?.window), day: new Series(kept?.day), week: new Series(kept?.week) };
  }

  /** Adds the cases of a window; a late window is inserted in its place. */
  add(at: number, pair: Pair): void {
    if (pair[1] === 0) return;
    for (const length of ['window', 'day', 'week'] as const) this.#series[length].add(beginOf(at, length), pair);
  }

  /** The total of the windows from one time up to, but not including, another. */
  between(from: number, to: number): Pair {
    const { hits, of } = this.#series.window.between(from, to);
    return [hits, of];
  }

  /** The whole windows, days or weeks before a time. */
  before(time: number, length: Length): Stretches {
    return this.#series[length].between(0, beginOf(time, length));
  }

  /** Keeps only the sum of what came before a time; parts of that are no longer available. */
  forget(before: number): void {
    for (const length of ['window', 'day', 'week'] as const) this.#series[length].forget(beginOf(before, length));
  }

  get kept(): KeptRate {
    const { window, day, week } = this.#series;
    return { window: window.kept, day: day.kept, week: week.kept };
  }
}

const beginOf = (at: number, length: Length): number => Math.floor(at / lengths[length]) * lengths[length];

const empty: Stretches = { count: 0, hits: 0, of: 0, squares: 0, quotients: 0 };

class Series {
  #points: Point[] = [];
  /** Running sums: the base and all points up to each point. */
  #sums: Stretches[] = [];
  /** The sum of what is no longer kept point by point. */
  #base: Stretches;

  constructor({ base, points }: KeptSeries = { base: empty, points: [] }) {
    this.#base = base;
    for (const [at, hits, of] of points) this.add(at, [hits, of]);
  }

  get kept(): KeptSeries {
    return { base: this.#base, points: this.#points.map(({ at, hits, of }) => [at, hits, of] as const) };
  }

  add(at: number, [hits, of]: Pair): void {
    let place = this.#points.length;
    while (place > 0 && (this.#points[place - 1]?.at ?? 0) > at) place -= 1;
    const known = this.#points[place - 1];
    if (known?.at === at) {
      place -= 1;
      this.#points[place] = { at, hits: known.hits + hits, of: known.of + of };
    } else this.#points.splice(place, 0, { at, hits, of });
    for (let index = place; index < this.#points.length; index += 1) this.#sums[index] = this.#sumAt(index);
  }

  forget(before: number): void {
    const last = this.#before(before);
    if (last === -1) return;
    this.#base = this.#sums[last] ?? this.#base;
    this.#points = this.#points.slice(last + 1);
    this.#sums = this.#sums.slice(last + 1);
  }

  /** The total between two times; from 0, it includes everything that is no longer kept point by point. */
  between(from: number, to: number): Stretches {
    const first = from <= 0 ? empty : (this.#sums[this.#before(from)] ?? this.#base);
    const last = this.#sums[this.#before(to)] ?? this.#base;
    return {
      count: last.count - first.count,
      hits: last.hits - first.hits,
      of: last.of - first.of,
      squares: last.squares - first.squares,
      quotients: last.quotients - first.quotients,
    };
  }

  #sumAt(index: number): Stretches {
    const { hits, of } = this.#points[index] ?? { hits: 0, of: 1 };
    const before = this.#sums[index - 1] ?? this.#base;
    return {
      count: before.count + 1,
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
