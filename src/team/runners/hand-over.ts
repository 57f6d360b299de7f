/** What happens when the context of an agent is used up: it hands over, and the next turn begins with a fresh context. */
import type { Post, Turn } from './runner.ts';
import { fullPercent } from './turn-usage.ts';

export type WatchedContext = {
  /** Notes how much of the context is in use now; undefined if unknown. */
  note(percent: number | undefined): void;
  isFull(): boolean;
  percent(): number | undefined;
};

/** If a turn already began with more than this in use, a fresh context would gain nothing. */
const freshPercent = 60;

/** Watches the context of a turn; `onFull` is called once. */
export function watchContext(onFull: () => void): WatchedContext {
  let [first, newest]: (number | undefined)[] = [];
  let isFull = false;
  return {
    note(percent) {
      if (percent === undefined) return;
      first ??= percent;
      newest = percent;
      if (isFull || percent < fullPercent || first > freshPercent) return;
      isFull = true;
      onFull();
    },
    isFull: () => isFull,
    percent: () => newest,
  };
}

/**
 * Reports that work continues, on behalf of a coder that had no room left to do so. Returns what became of the letter; undefined for an agent that
 * holds no task.
 */
export async function handOver(turn: Turn, post: Post, percent = fullPercent): Promise<'done' | 'lost' | undefined> {
  if (turn.role !== 'coder' || turn.task === null) return undefined;
  const body = {
    summary: `${percent} % of the context was used before the work was done`,
    next_action: 'Look at what is in the worktree already, and continue from there',
    context_used: percent,
  };
  const reply = await post(turn, { id: `${turn.run}/handoff`, kind: 'handoff', task: turn.task, body });
  if (reply.ok) return reply.ends ? 'done' : undefined;
  return reply.code === 'stale' ? 'lost' : undefined;
}
