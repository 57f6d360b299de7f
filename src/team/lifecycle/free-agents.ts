/** What a move means for agents: which agent holds a task, and which is free again. Pure. */
import type { Agent, Board, Task } from '../board/board.ts';

/** The board with these fields of an agent changed; the same board if there is no such agent. */
export function withAgent(board: Board, id: string | null | undefined, changes: Partial<Agent>): Board {
  const agent = id ? board.agents[id] : undefined;
  return id && agent ? { ...board, agents: { ...board.agents, [id]: { ...agent, ...changes } } } : board;
}

type Concerned = { readonly task: Task };

/** The coder of the task is idle again, unless it has continued with something else. */
export const freeCoder = (board: Board, { task }: Concerned): Board => freed(board, task.assigned_to, task.id);

/** Coder and reviewer are idle again, because the task that both were working on is decided. */
export const freeBoth = (board: Board, { task }: Concerned): Board =>
  freed(freed(board, task.assigned_to, task.id), task.reviewing_by, task.id);

const freed = (board: Board, agent: string | null | undefined, task: string): Board =>
  agent && board.agents[agent]?.current_task === task ? withAgent(board, agent, { status: 'IDLE', current_task: null }) : board;
