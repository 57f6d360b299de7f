/** What housekeeping would do, or has done, as lines for a person. Pure. */

import { visible } from '../../contracts/visible.ts';
import type { Plan, Step } from '../../history/housekeeping/plan-housekeeping.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';

/** Bytes in a few short words: `340 B`, `12.4 kB`, `3.5 MB`. */
export function size(bytes: number): string {
  const [unit = 'TB', divisor = 1e12] = units.find(([, most]) => bytes < most * 999.95) ?? [];
  return unit === 'B' ? `${bytes} B` : `${(bytes / divisor).toFixed(1)} ${unit}`;
}

const units = [
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
] as const;

type Group = { readonly title: (steps: readonly Step[]) => string; readonly isIn: (step: Step) => boolean };

/** In the order in which they are done. */
const groups: readonly Group[] = [
  { isIn: ({ does }) => does === 'sweep', title: ({ length }) => `Remove ${counted(length, 'file')} left unfinished by killed runs` },
  {
    isIn: ({ does, why }) => does === 'remove' && why === 'age',
    title: ({ length }) => `Remove ${counted(length, 'old task')}, with what undo needs`,
  },
  {
    isIn: ({ does, why }) => does === 'forget' && why === 'age',
    title: ({ length }) => `Remove what undo needs, in ${counted(length, 'case')}`,
  },
  { isIn: ({ does }) => does === 'compress', title: ({ length }) => `Compress ${counted(length, 'journal')}` },
  {
    isIn: ({ does, why }) => (does === 'remove' || does === 'forget') && why === 'size',
    title: ({ length }) => `Remove the oldest until the rest fits, at most ${length.toLocaleString('en')}`,
  },
];

/** Every step under what it does, then what that costs and gives. */
export function planLines(plan: Plan, now: number): readonly string[] {
  const { steps, total, saves } = plan;
  if (steps.length === 0) return [`Nothing to do: ${size(total)} are kept.`, ...leftLines(plan.left)];
  const shown = groups.flatMap(({ isIn, title }) => {
    const mine = steps.filter(isIn);
    return mine.length === 0 ? [] : [`${title(mine)}:`, ...mine.map((step) => stepRow(step, now))];
  });
  return [...shown, ...leftLines(plan.left), ...lossLines(steps), `Of ${size(total)}, about ${size(saves)} would be free.`];
}

const stepRow = ({ id, when, bytes, saves, does }: Step, now: number): string =>
  `  ${visible(id)}  ${ago(now - when).padEnd(12)}  ${size(bytes).padStart(8)}${does === 'compress' ? `, saves about ${size(saves)}` : ''}`;

/** What is never touched is told, so that nobody wonders. */
export function leftLines(left: Plan['left']): readonly string[] {
  const kinds = Object.entries(left).flatMap(([state, count]) => (count > 0 ? [`${count} ${state}`] : []));
  return kinds.length === 0 ? [] : [`Left alone: ${kinds.join(', ')}.`];
}

/** What can no longer be done afterwards. */
function lossLines(steps: readonly Step[]): readonly string[] {
  if (steps.some(({ does }) => does === 'remove')) return ['A removed task can no longer be shown, resumed, replayed, forked or undone.'];
  return steps.some(({ does }) => does === 'forget') ? ['Without it, what was changed can no longer be undone.'] : [];
}

/** One thing that is done, and what came of it. */
export function doneRow({ does, id }: Step, tidied: { readonly freed: number } | { readonly detail: string }): string {
  const what = `${verbs[does]} ${visible(id)}`;
  return 'freed' in tidied ? `${what}: ${size(tidied.freed)} freed` : `not done: ${what}: ${visible(tidied.detail)}`;
}

const verbs = { sweep: 'remove', remove: 'remove', forget: 'remove what undo needs of', compress: 'compress' } as const satisfies Record<
  Step['does'],
  string
>;
