/** Why a planner is woken. Pure. */
import type { Board, Task } from '../board/board.ts';
import { roleOf } from '../board/ids.ts';
import { byPriority } from '../claimable.ts';
import { isPlanAsked, isUnheard } from '../notes.ts';

export type Wake = {
  readonly trigger:
    | 'INITIAL_PLANNING'
    | 'SYSTEM_AMBIGUITY'
    | 'HYPOTHESIS_EXHAUSTED'
    | 'BLOCKED_TASKS'
    | 'INTEGRATION_FAILED'
    | 'IMMEDIATE_DISCOVERY'
    | 'NEW_NOTE';
  /** The tasks, discoveries or anomalies that the planner is woken for, the most urgent first. */
  readonly about: readonly string[];
};

/** Why there is work for a planner; undefined if there is none. `heard` is when a planner last looked at the board. */
export function wakeOf(board: Board, heard: string | undefined): Wake | undefined {
  if (board.tasks.length === 0) return { trigger: 'INITIAL_PLANNING', about: [] };
  if (isPlanAsked(board)) return { trigger: 'NEW_NOTE', about: [] };
  const unclear = ambiguities(board, heard);
  if (unclear.length > 0) return { trigger: 'SYSTEM_AMBIGUITY', about: unclear };
  const blocked = inOrder(board, ({ status }) => status === 'BLOCKED');
  const exhausted = blocked.filter(({ failed_by }) => (failed_by?.length ?? 0) >= 2);
  if (exhausted.length > 0) return { trigger: 'HYPOTHESIS_EXHAUSTED', about: idsOf(exhausted) };
  if (blocked.length > 0) return { trigger: 'BLOCKED_TASKS', about: idsOf(blocked) };
  const stuck = inOrder(board, (task) => task.status === 'INTEGRATION_FAILED' && everyCoderFailed(board, task));
  if (stuck.length > 0) return { trigger: 'INTEGRATION_FAILED', about: idsOf(stuck) };
  const urgent = (board.discovered ?? []).filter(({ urgency, converted_to_task }) => urgency === 'immediate' && !converted_to_task);
  if (urgent.length > 0) return { trigger: 'IMMEDIATE_DISCOVERY', about: urgent.flatMap(({ id }) => (id ? [id] : [])) };
  return (board.human_notes ?? []).some(isUnheard) ? { trigger: 'NEW_NOTE', about: [] } : undefined;
}

/**
 * Reports, from this sprint and since a planner last looked, of rules that an agent could not follow. A planner that reports one asks the person
 * itself.
 */
function ambiguities({ anomalies, sprint }: Board, heard: string | undefined): readonly string[] {
  const since = [heard ?? '', sprint.timeline?.started ?? ''].sort().at(-1) ?? '';
  return (anomalies ?? []).flatMap(({ id, type, timestamp, reporter, logged_by }) =>
    type === 'system_ambiguity' && (timestamp ?? '') >= since && roleOf(reporter ?? logged_by ?? '') !== 'planner'
      ? [id ?? timestamp ?? '']
      : [],
  );
}

const inOrder = (board: Board, isMeant: (task: Task) => boolean): readonly Task[] => board.tasks.filter(isMeant).sort(byPriority);
const idsOf = (tasks: readonly Task[]): readonly string[] => tasks.map(({ id }) => id);

/** Whether every coder failed at the task; otherwise another one can still fix it. */
function everyCoderFailed(board: Board, { failed_by }: Task): boolean {
  const coders = Object.keys(board.agents).filter((id) => id.startsWith('coder-'));
  return coders.length > 0 && coders.every((id) => failed_by?.includes(id));
}
