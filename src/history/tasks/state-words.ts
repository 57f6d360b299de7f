/** The states of tasks, in the words that a list shows and that `--state` accepts. Pure. */
import type { TaskSummary } from './task-state.ts';

type Ended = Extract<TaskSummary, { state: 'ended' }>;
type Reason = Ended['reason'];

/** What `--state` can select: a state, how a task ended, or why. */
export type State = TaskSummary['state'] | 'halted' | 'dropped' | Ended['directive'] | Reason;

/** How a task ended, in a few words. */
const endTexts = {
  met: 'done',
  close_enough: 'delivered with gaps',
  gap: 'not done',
  budget: 'not done: budget used up',
  no_plan: 'not done: no plan',
  infrastructure: 'not done: error',
  impossible: 'not possible',
  cancelled: 'cancelled',
  refused: 'refused',
} as const satisfies Record<Reason, string>;

const reasons = Object.keys(endTexts) as readonly Reason[]; // these are the keys of the literal above
const haltedText = 'halted by an error';
/** Listed among those that are done. */
const inPart = 'done in part';

/** The state of a task as a list shows it. */
export function stateText(summary: TaskSummary): string {
  if (summary.dropped) return summary.state === 'unreadable' ? 'dropped unreadable' : 'dropped';
  if (summary.state === 'ended') return summary.partly ? inPart : endTexts[summary.reason];
  return summary.state === 'unfinished' && summary.halted !== null ? haltedText : summary.state;
}

/** As one word: `not-done-no-plan`. */
const asWord = (text: string): string => text.toLowerCase().replaceAll(/[^a-z_]+/g, '-');

/** The reasons that a text stands for, including those that begin with it: `not done` covers `not done: error`. */
const reasonsFor = (text: string): readonly Reason[] =>
  reasons.filter((reason) => endTexts[reason] === text || endTexts[reason].startsWith(`${text}:`));

const shown: ReadonlyMap<string, readonly State[]> = new Map<string, readonly State[]>([
  ['running', ['running']],
  ['unfinished', ['unfinished']],
  [asWord(haltedText), ['halted']],
  ['ended', ['ended']],
  ...Object.values(endTexts).map((text) => [asWord(text), reasonsFor(text)] as const),
  ['dropped', ['dropped']],
  ['unreadable', ['unreadable']],
]);

/** The names used in journals, which are also accepted. */
const named: readonly State[] = ['accept', 'success', 'abandon', ...reasons];

/** Every state. */
export const states: readonly State[] = [...new Set([...[...shown.values()].flat(), ...named])];

/** The words of the states, for help and completion. */
export const stateWords: readonly string[] = [...shown.keys()];

/** The states that a word stands for, in any spelling: `not done: error`, `not-done-error`, `infrastructure`. Undefined if it is not a state. */
export function statesOf(word: string): readonly State[] | undefined {
  const name = named.find((each) => each === word);
  return shown.get(asWord(word)) ?? (name ? [name] : undefined);
}
