/** What kinds of tasks need, for tuning the controller: how many rounds, how far from the goal after each, which directives helped. Pure. */
import type { End } from '../record/line.ts';

export type SlugStatistics = {
  readonly tasks: number;
  /** By how they ended. */
  readonly ended: Readonly<Record<string, number>>;
  readonly rounds: number;
  readonly corrections: number;
  /** The mean distance from the goal after the first round, the second, and so on, with how many tasks got that far. */
  readonly D: readonly { readonly mean: number; readonly tasks: number }[];
  readonly failure_classes: Readonly<Record<string, number>>;
  /** By directive: how often it was given, and how often the round after it came nearer to the goal. */
  readonly directives: Readonly<Record<string, { readonly given: number; readonly helped: number }>>;
};

type Sums = {
  tasks: number;
  rounds: number;
  corrections: number;
  readonly ended: Record<string, number>;
  readonly D: { sum: number; tasks: number }[];
  readonly failure_classes: Record<string, number>;
  readonly directives: Record<string, { given: number; helped: number }>;
};

export function slugStatistics(ends: Iterable<End>): Readonly<Record<string, SlugStatistics>> {
  const all = new Map<string, Sums>();
  for (const end of ends) {
    const sums = all.get(end.slug) ?? { tasks: 0, rounds: 0, corrections: 0, ended: {}, D: [], failure_classes: {}, directives: {} };
    all.set(end.slug, sums);
    add(sums, end);
  }
  return Object.fromEntries(
    [...all].map(([slug, { D, ...sums }]) => [slug, { ...sums, D: D.map(({ sum, tasks }) => ({ mean: sum / tasks, tasks })) }]),
  );
}

function add(sums: Sums, { directive, corrections, rounds }: End): void {
  sums.tasks += 1;
  sums.rounds += rounds.length;
  sums.corrections += corrections;
  sums.ended[directive] = (sums.ended[directive] ?? 0) + 1;
  for (const [at, { D, chose, failure_class }] of rounds.entries()) {
    const place = sums.D[at] ?? { sum: 0, tasks: 0 };
    sums.D[at] = { sum: place.sum + D, tasks: place.tasks + 1 };
    if (D > 0) sums.failure_classes[failure_class] = (sums.failure_classes[failure_class] ?? 0) + 1;
    const next = rounds[at + 1];
    if (!next) continue;
    const directives = sums.directives[chose] ?? { given: 0, helped: 0 };
    sums.directives[chose] = { given: directives.given + 1, helped: directives.helped + (next.D < D ? 1 : 0) };
  }
}
