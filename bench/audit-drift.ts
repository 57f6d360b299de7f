/**
 * How often the auditor says that a rate has drifted although nothing has changed, and how soon it says so when something has. A seeded simulation with the
 * auditor's own code: people with busy and quiet weeks, days that differ from each other, windows that differ within a day.
 */
import { alertsAt } from '../src/audit/windows/alerts.ts';
import { RateHistory } from '../src/audit/windows/rate-history.ts';
import type { RateName } from '../src/audit/windows/rates.ts';
import { median } from './measure.ts';
import { report } from './report.ts';

/** The mean of each rate, how many cases a window has at most, and how much windows and days differ: the intra-class correlation of each. */
type Habit = { readonly mean: number; readonly cases: number; readonly window: number; readonly day: number };

const habits: Readonly<Record<RateName, Habit>> = {
  'R1.asked': { mean: 0.1, cases: 3, window: 0.05, day: 0.02 },
  'R2.turned_down': { mean: 0.15, cases: 6, window: 0.1, day: 0.03 },
  'R3.failed_calls': { mean: 0.12, cases: 40, window: 0.15, day: 0.04 },
  'R3.gave_up': { mean: 0.05, cases: 10, window: 0.1, day: 0.03 },
  'R4a.approved': { mean: 0.75, cases: 12, window: 0.1, day: 0.04 },
  'R4b.approved': { mean: 0.85, cases: 4, window: 0.05, day: 0.02 },
  'R5.missing': { mean: 0.01, cases: 4, window: 0.3, day: 0.1 },
  'R7.abandoned': { mean: 0.1, cases: 3, window: 0.1, day: 0.03 },
  'User.approved': { mean: 0.9, cases: 5, window: 0.1, day: 0.05 },
  'R1.model_failed': { mean: 0.01, cases: 4, window: 0.4, day: 0.1 },
  'R2.model_failed': { mean: 0.01, cases: 8, window: 0.4, day: 0.1 },
  'R3.model_failed': { mean: 0.02, cases: 40, window: 0.4, day: 0.1 },
  'R4a.model_failed': { mean: 0.01, cases: 12, window: 0.4, day: 0.1 },
  'R4b.model_failed': { mean: 0.01, cases: 4, window: 0.4, day: 0.1 },
};
const names = Object.keys(habits) as readonly RateName[]; // the keys of that record

const [windowMs, dayMs] = [5 * 60_000, 86_400_000];
const people = 8;
/** These seeds are new: the limits were chosen with the seeds from 1 and from 1,000 on. */
const seeds = { unchanged: 20_001, changed: 30_001 } as const;
const weeks = 40;
/** How many windows have work in them on a day of a quiet week and on a day of a busy one. */
const [quiet, busy] = [4, 60];

/** A generator of random numbers from 0 to 1, the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

/** Marsaglia and Tsang's way, with a power of a uniform number for shapes below one. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A rate around a mean, as different from others as the correlation says. */
function rateAround(random: Random, mean: number, correlation: number): number {
  const weight = 1 / correlation - 1;
  const [hit, miss] = [gamma(random, Math.max(1e-3, mean * weight)), gamma(random, Math.max(1e-3, (1 - mean) * weight))];
  return hit + miss === 0 ? mean : hit / (hit + miss);
}

type Life = { readonly rates: Map<string, RateHistory>; alerts: ReadonlySet<string> };

/** One day of work. Calls `onRaise` with what is raised at the end of each window. */
function live(
  life: Life,
  random: Random,
  day: number,
  windows: number,
  meanOf: (name: RateName) => number,
  onRaise: (types: readonly string[], end: number) => void,
): void {
  const rateOfDay = new Map(names.map((name) => [name, rateAround(random, meanOf(name), habits[name].day)]));
  const starts = new Set(Array.from({ length: windows }, () => Math.floor(random() * 144)));
  for (const start of [...starts].sort((a, b) => a - b)) {
    const at = day * dayMs + (96 + start) * windowMs;
    for (const name of names) {
      const { cases, window } = habits[name];
      const of = Math.floor(random() * (cases + 1));
      const rate = rateAround(random, rateOfDay.get(name) ?? 0, window);
      let hits = 0;
      for (let each = 0; each < of; each += 1) hits += random() < rate ? 1 : 0;
      const history = life.rates.get(name) ?? new RateHistory();
      life.rates.set(name, history);
      history.add(at, [hits, of]);
    }
    const { raised, alerts } = alertsAt(at + windowMs, { ...life, contradicted: new Map() });
    life.alerts = new Set(alerts);
    const drifted = raised.filter(({ anomaly }) => anomaly === 'role_drift').map(({ type }) => type);
    if (drifted.length > 0) onRaise(drifted, at + windowMs);
  }
}

const windowsOn = (random: Random, day: number): number =>
  (Math.floor(day / 7) % 3 === 2 ? quiet : busy) * (day % 7 < 5 ? 1 : 0.2) * (0.5 + random());

/** Weeks in which nothing changes. */
function falseAlarms(): { readonly alarms: number; readonly byRate: Readonly<Record<string, number>>; readonly lives: readonly Life[] } {
  let alarms = 0;
  const byRate: Record<string, number> = {};
  const lives = Array.from({ length: people }, (_, person) => {
    const random = randomFrom(seeds.unchanged + person);
    const life: Life = { rates: new Map(), alerts: new Set() };
    for (let day = 0; day < weeks * 7; day += 1)
      live(
        life,
        random,
        day,
        windowsOn(random, day),
        (name) => habits[name].mean,
        (types) => {
          alarms += types.length;
          for (const type of types) byRate[type] = (byRate[type] ?? 0) + 1;
        },
      );
    return life;
  });
  return { alarms, byRate, lives };
}

/** Days, in busy weeks, until a change is reported, for each person. People to whom it is not reported within four weeks are left out. */
function daysUntilSeen(changed: RateName, mean: number): readonly number[] {
  return Array.from({ length: people }, (_, person) => {
    const random = randomFrom(seeds.changed + person);
    const life: Life = { rates: new Map(), alerts: new Set() };
    const usual = (name: RateName) => habits[name].mean;
    for (let day = 0; day < 8 * 7; day += 1) live(life, random, day, windowsOn(random, day), usual, () => {});
    life.alerts = new Set();
    let seen: number | undefined;
    for (let day = 56; day < 84 && seen === undefined; day += 1)
      live(
        life,
        random,
        day,
        busy * (day % 7 < 5 ? 1 : 0.2),
        (name) => (name === changed ? mean : usual(name)),
        (types, end) => {
          if (types.includes(changed)) seen ??= end / dayMs - 56;
        },
      );
    return seen;
  }).filter((days): days is number => days !== undefined);
}

const { alarms, byRate } = falseAlarms();
report({
  name: `false alarms a week over ${names.length} rates, ${people * weeks} weeks`,
  figure: alarms / (people * weeks),
  unit: '',
  aim: 'under 0.1',
});
if (process.argv.includes('--rates')) console.log(byRate);
for (const [name, mean] of [
  ['R4a.approved', 0.99],
  ['R4a.approved', 0.4],
  ['R3.failed_calls', 0.4],
  ['R3.model_failed', 0.3],
  ['R7.abandoned', 0.5],
] as const) {
  const days = daysUntilSeen(name, mean);
  const figure = days.length * 2 > people ? median(days) : 'not within four weeks';
  report({
    name: `${name} goes from ${habits[name].mean} to ${mean}: days until it is told of (${days.length} of ${people} people)`,
    figure,
    unit: '',
  });
}
