/** How the benchmarks measure: several rounds in one run, compared with something else in the same round, because machines are noisy. */

export type Round = { readonly subject: number; readonly baseline: number };

/** Runs the rounds and returns the median of each figure and of their ratio. */
export async function compare(rounds: number, round: () => Promise<Round>): Promise<Round & { readonly ratio: number }> {
  const seen: Round[] = [];
  await round(); // warms up; not counted
  for (let at = 0; at < rounds; at += 1) seen.push(await round());
  return {
    subject: median(seen.map(({ subject }) => subject)),
    baseline: median(seen.map(({ baseline }) => baseline)),
    ratio: median(seen.map(({ subject, baseline }) => subject / baseline)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Seconds that `work` takes. */
export async function seconds(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Seconds of processor time that `work` takes: what others do on the machine changes it less. */
export async function worked(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
