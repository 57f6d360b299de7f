/** What the planner and the person do with tasks: plan them, try them again, replace them. Pure. */
import { type Board, finalStatuses, type Task, taskOf } from '../board/board.ts';
import { dependsOn } from '../board/depends.ts';
import { settingsOf } from '../board/settings.ts';
import type { Move } from './edge.ts';

/** Why a plan is refused: by the gates or, for a board's first plan, until the person approves. */
export const whyNoPlan = ({ board, facts, who }: Move<'UNCLAIMED'>): readonly string[] => [
  ...(facts.gates ?? ['the gates were not checked']),
  ...(who === 'P' && settingsOf(board.config).planReview && !board.tasks.some(wasFinalized)
    ? ['the person approves the first plan: artoo team plan']
    : []),
];

const wasFinalized = ({ history }: Task): boolean => (history ?? []).some(({ event }) => event === 'finalized');

export const whyNothingChanged = ({ edge }: Move<'UNCLAIMED'>): readonly string[] =>
  edge.whatChanged?.trim() ? [] : ['it does not say what has changed, so that it can be tried again'];

/** Why a task cannot be replaced: replacements must be open tasks on the board, and must not wait for the task that they replace. */
export function whyNotReplaced({ board, task, edge: { rootCause, replacements } }: Move<'SUPERSEDED'>): readonly string[] {
  const isOpen = (id: string): boolean => id !== task.id && !finalStatuses.has(taskOf(board, id)?.status ?? 'ABANDONED');
  const byId = new Map(board.tasks.map((each) => [each.id, each]));
  return [
    ...(rootCause.trim() ? [] : ['it does not say why the task is replaced']),
    ...(replacements.length > 0 ? [] : ['a superseded task needs at least one replacement']),
    ...replacements.filter((id) => !isOpen(id)).map((id) => `${id} cannot replace it: it is not open on the board`),
    ...replacements.filter((id) => dependsOn(byId, id, task.id)).map((id) => `${id} depends on ${task.id}, which it would replace`),
  ];
}

export function addPlanned(board: Board, id: string): Board {
  const before = board.sprint.scope?.planned ?? [];
  if (before.includes(id)) return board;
  return { ...board, sprint: { ...board.sprint, scope: { ...board.sprint.scope, planned: [...before, id] } } };
}

/** The board after tasks that depended on a superseded task have been made to depend on its replacements; otherwise they would wait for ever. */
export function dependOnReplacements(board: Board, id: string, replacements: readonly string[]): Board {
  const instead = (depends: readonly string[]) => [...new Set(depends.flatMap((each) => (each === id ? replacements : [each])))];
  const tasks = board.tasks.map((task) =>
    task.depends_on?.includes(id) && !finalStatuses.has(task.status) ? { ...task, depends_on: instead(task.depends_on) } : task,
  );
  return { ...board, tasks };
}
