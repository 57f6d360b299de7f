/** What housekeeping would do, or has done, as lines for a person. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { sizeText } from '../../contracts/text/size-text.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Plan, Step } from '../../history/housekeeping/plan-housekeeping.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';

/** Titles of the groups, in the order in which their steps are done. */
const titles: Readonly<Record<Step['does'] | 'size', (count: number) => string>> = {
  sweep: (count) => `Remove ${counted(count, 'file')} left unfinished by killed runs`,
  remove: (count) => `Remove ${counted(count, 'old task')} with undo data`,
  forget: (count) => `Remove undo data of ${counted(count, 'old task or command', 'old tasks or commands')}`,
  compress: (count) => `Compress ${counted(count, 'journal')}`,
  size: (count) => `Remove the oldest until the rest fits, at most ${count.toLocaleString('en')}`,
};

/** Every step under the heading of its group, then what is lost and how much is freed. */
export function planLines({ steps, total, saves, left }: Plan, now: number): readonly string[] {
  if (steps.length === 0) return [`Nothing to do: ${sizeText(total)} kept.`, ...leftLines(left)];
  const groups = Map.groupBy(steps, ({ does, why }) => (why === 'size' ? why : does));
  const shown = Object.entries(titles).flatMap(([name, title]) => {
    const group = groups.get(name as keyof typeof titles) ?? []; // a key of the same table
    return group.length === 0 ? [] : [`${title(group.length)}:`, ...group.map((step) => stepRow(step, now))];
  });
  return [...shown, ...leftLines(left), ...lossLines(steps), `This would free about ${sizeText(saves)} of ${sizeText(total)}.`];
}

const stepRow = ({ id, when, bytes, saves, does }: Step, now: number): string =>
  `  ${visible(shortId(id))}  ${ago(now - when).padEnd(12)}  ${sizeText(bytes).padStart(8)}${does === 'compress' ? `, saves about ${sizeText(saves)}` : ''}`;

/** How many journals are never touched, by their state. */
export function leftLines(left: Plan['left']): readonly string[] {
  const kinds = Object.entries(left).flatMap(([state, count]) => (count > 0 ? [`${count} ${state}`] : []));
  return kinds.length === 0 ? [] : [`Left alone: ${kinds.join(', ')}.`];
}

/** What will no longer be possible afterwards. */
function lossLines(steps: readonly Step[]): readonly string[] {
  if (steps.some(({ does }) => does === 'remove')) return ['A removed task can no longer be shown, resumed, replayed, forked or undone.'];
  return steps.some(({ does }) => does === 'forget') ? ['Without undo data, what was changed can no longer be undone.'] : [];
}

/** One step that was done, or why it was not. */
export function doneRow({ does, id }: Step, tidied: { readonly freed: number } | { readonly detail: string }): string {
  const what = `${verbs[does]} ${visible(shortId(id))}`;
  return 'freed' in tidied ? `${what}: ${sizeText(tidied.freed)} freed` : `not done: ${what}: ${visible(tidied.detail)}`;
}

const verbs = { sweep: 'remove', remove: 'remove', forget: 'remove undo data of', compress: 'compress' } as const;
