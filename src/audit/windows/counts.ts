/** Counts of windows, and how they are added up. Pure. */
import type { Counts } from '../record/line.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Counts that are still being added to. */
export type Counting = Mutable<Omit<Counts, 'trends' | 'tools' | 'rates'>> & {
  readonly trends: Mutable<Counts['trends']>;
  readonly tools: Mutable<Counts['tools']>;
  readonly rates: Record<string, [hits: number, of: number]>;
};

export const noCounts = (window: string): Counting => ({
  window,
  tasks: 0,
  ended: 0,
  not_audited: 0,
  corrections: 0,
  trends: { falling: 0, flat: 0, rising: 0 },
  tools: { failures: 0, environmental: 0, logical: 0 },
  rates: {},
});

/** Adds one case to a rate. */
export function addCase(counts: Counting, name: string, isHit: boolean): void {
  const rate = counts.rates[name] ?? [0, 0];
  rate[0] += isHit ? 1 : 0;
  rate[1] += 1;
  counts.rates[name] = rate;
}

/** Adds `more` to `sum`. */
export function addCounts(sum: Counting, more: Counts): void {
  for (const key of ['tasks', 'ended', 'not_audited', 'corrections'] as const) sum[key] += more[key];
  for (const key of ['falling', 'flat', 'rising'] as const) sum.trends[key] += more.trends[key];
  for (const key of ['failures', 'environmental', 'logical'] as const) sum.tools[key] += more.tools[key];
  for (const [name, [hits, of]] of Object.entries(more.rates)) {
    const rate = sum.rates[name] ?? [0, 0];
    sum.rates[name] = [rate[0] + hits, rate[1] + of];
  }
}
