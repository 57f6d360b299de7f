/** Which tasks are wanted. Pure. */
import type { TaskSummary } from './task-state.ts';

/** What a task can be listed by: its state, how it ended, or why. */
export const stateWords = [
  'running',
  'unfinished',
  'unreadable',
  'dropped',
  'ended',
  'accept',
  'success',
  'abandon',
  'met',
  'close_enough',
  'gap',
  'budget',
  'cancelled',
  'refused',
  'no_plan',
  'infrastructure',
] as const satisfies readonly StateWord[];

type Ended = Extract<TaskSummary, { state: 'ended' }>;
export type StateWord = TaskSummary['state'] | 'dropped' | Ended['directive'] | Ended['reason'];

type Wantable = Without<TaskSummary, 'cost' | 'ended'>;
type Without<T, K extends string> = T extends T ? Omit<T, K> : never;

export type TaskFilter = {
  readonly state?: StateWord | undefined;
  /** Every word of it is in the goal, the slug or the id, in any case. */
  readonly text?: string | undefined;
  /** Started then or later, and before; in milliseconds. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

/** Whether a task is wanted. */
export function filterFor({ state, text, since, until }: TaskFilter): (summary: Wantable) => boolean {
  const words = wordsIn(text);
  return (summary) => {
    if (state !== undefined && !isIn(summary, state)) return false;
    if (since !== undefined || until !== undefined) {
      const started = summary.state === 'unreadable' ? Number.NaN : Date.parse(summary.started); // passes, as its time is unknown
      if (started < (since ?? Number.NEGATIVE_INFINITY) || started >= (until ?? Number.POSITIVE_INFINITY)) return false;
    }
    if (words.length === 0) return true;
    const about = folded(summary.state === 'unreadable' ? summary.task_id : `${summary.goal}\n${summary.slug}\n${summary.task_id}`);
    return words.every((word) => about.includes(word));
  };
}

function isIn(summary: Wantable, state: StateWord): boolean {
  if (summary.state === 'ended' && (summary.directive === state || summary.reason === state || state === 'ended')) return true;
  return summary.dropped ? state === 'dropped' : summary.state === state; // what was dropped is dealt with
}

/** The words of a text, in lower case. */
export const wordsIn = (text = ''): readonly string[] => folded(text).split(/\s+/).filter(Boolean);

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
