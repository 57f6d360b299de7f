/** Which tasks are wanted. Pure. */
import type { TaskId } from '../../contracts/ids.ts';
import type { State } from './state-words.ts';
import type { TaskSummary } from './task-state.ts';

type Wantable = Without<TaskSummary, 'cost' | 'ended'>;
type Without<T, K extends string> = T extends T ? Omit<T, K> : never;

export type TaskFilter = {
  /** The task is in any of these states. */
  readonly state?: readonly State[] | undefined;
  /** The task has one of these ids. */
  readonly ids?: ReadonlySet<TaskId> | undefined;
  /** Every word of this text is in the goal, the slug or the id, regardless of case. */
  readonly text?: string | undefined;
  /** The task was started at `since` or later, and before `until`; in milliseconds. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

/** Whether a task is wanted. */
export function filterFor({ state, ids, text, since, until }: TaskFilter): (summary: Wantable) => boolean {
  const words = wordsIn(text);
  return (summary) => {
    if (ids && !ids.has(summary.task_id)) return false;
    if (state && !state.some((each) => isIn(summary, each))) return false;
    if (since !== undefined || until !== undefined) {
      const started = summary.state === 'unreadable' ? Number.NaN : Date.parse(summary.started); // an unreadable task passes, because its time is unknown
      if (started < (since ?? Number.NEGATIVE_INFINITY) || started >= (until ?? Number.POSITIVE_INFINITY)) return false;
    }
    if (words.length === 0) return true;
    const about = folded(summary.state === 'unreadable' ? summary.task_id : `${summary.goal}\n${summary.slug}\n${summary.task_id}`);
    return words.every((word) => about.includes(word));
  };
}

function isIn(summary: Wantable, state: State): boolean {
  if (summary.state === 'ended' && (summary.directive === state || summary.reason === state || state === 'ended')) return true;
  if (summary.dropped) return state === 'dropped'; // a dropped task has been dealt with, so no other state selects it
  return summary.state === state || (state === 'halted' && summary.state === 'unfinished' && summary.halted !== null);
}

/** The words of a text, in lower case. */
export const wordsIn = (text = ''): readonly string[] => folded(text).split(/\s+/).filter(Boolean);

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
