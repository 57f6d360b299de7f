/** Intervals for shares and for the difference of two shares, at 95 %. Pure. */

/** A share and the bounds between which it probably lies. */
export type Share = { readonly value: number; readonly low: number; readonly high: number };

const z = 1.959963984540054;

/** Wilson's score interval of a share among `n` independent trials; everything from 0 to 1 if there are none. */
export function wilson(value: number, n: number): Share {
  if (n <= 0) return { value: 0, low: 0, high: 1 };
  const spread = (z * z) / n;
  const middle = (value + spread / 2) / (1 + spread);
  const half = (z / (1 + spread)) * Math.sqrt((value * (1 - value)) / n + spread / (4 * n));
  return { value, low: value === 0 ? 0 : Math.max(0, middle - half), high: value === 1 ? 1 : Math.min(1, middle + half) };
}

/** How often one task passed, and of how many trials. */
export type TaskCount = { readonly passed: number; readonly trials: number };

/** The share of trials that passed. Repeats of a task are not independent: how much they count depends on how much the tasks differ. */
export function shareOf(tasks: readonly TaskCount[]): Share {
  const trials = sum(tasks.map((task) => task.trials));
  const value = trials === 0 ? 0 : sum(tasks.map(({ passed }) => passed)) / trials;
  return wilson(value, effectiveTrials(tasks));
}

/** The number of independent trials with the same information: between the number of tasks and the number of trials. */
export function effectiveTrials(tasks: readonly TaskCount[]): number {
  const tried = tasks.filter(({ trials }) => trials > 0);
  const n = sum(tried.map(({ trials }) => trials));
  const k = tried.length;
  if (k === n || k < 2) return k;
  const p = sum(tried.map(({ passed }) => passed)) / n;
  const independent = (p * (1 - p)) / n;
  if (independent === 0) return k; // if all trials passed or all failed, it cannot be estimated
  const between = sum(tried.map(({ passed, trials }) => (passed - p * trials) ** 2)) / (n * n);
  const effect = (between * k) / (k - 1) / independent;
  return Math.min(n, Math.max(k, n / effect));
}

/** The mean difference of the pass rates on the same tasks, `b` minus `a`; Newcombe's interval for paired shares. */
export function pairedDifference(pairs: readonly { readonly a: TaskCount; readonly b: TaskCount }[]): Share {
  const rates = (of: 'a' | 'b') => pairs.map((pair) => pair[of].passed / pair[of].trials);
  const [ratesA, ratesB] = [rates('a'), rates('b')];
  const a = wilson(mean(ratesA), effectiveTrials(pairs.map((pair) => pair.a)));
  const b = wilson(mean(ratesB), effectiveTrials(pairs.map((pair) => pair.b)));
  if (pairs.length === 0) return { value: 0, low: -1, high: 1 };
  const phi = correlation(ratesA, ratesB);
  const width = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const value = b.value - a.value;
  return {
    value,
    low: Math.max(-1, value - width(b.value - b.low, a.high - a.value)),
    high: Math.min(1, value + width(b.high - b.value, a.value - a.low)),
  };
}

/** Pearson's correlation; 0 if one side does not vary. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [x, y] = [mean(xs), mean(ys)];
  const together = sum(xs.map((value, at) => (value - x) * ((ys[at] ?? y) - y)));
  const apart = Math.sqrt(sum(xs.map((value) => (value - x) ** 2)) * sum(ys.map((value) => (value - y) ** 2)));
  return apart === 0 ? 0 : Math.max(-1, Math.min(1, together / apart));
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
