/** Which letter ends a turn. Pure. */
import { type Board, taskOf } from '../board/board.ts';
import type { Wake } from '../planning/wake.ts';
import type { LetterKind } from './letter.ts';

const always: ReadonlySet<LetterKind> = new Set(['submit', 'block', 'handoff', 'verdict', 'checkpoint_request']);
const afterNote: ReadonlySet<LetterKind> = new Set(['plan', 'rescope', 'unblock', 'abandon', 'log']);

/** Whether the turn is over after a letter of this kind. A planner's turn is over once it has decided about everything that it was woken for. */
export function endsTurn(kind: LetterKind, board: Board, wake: Wake | undefined): boolean {
  if (always.has(kind)) return true;
  if (!wake) return false;
  if (wake.trigger === 'INITIAL_PLANNING') return kind === 'plan';
  if (wake.trigger === 'NEW_NOTE') return afterNote.has(kind);
  if (wake.trigger === 'SYSTEM_AMBIGUITY') return kind === 'log';
  return wake.about.every((id) => isDecided(board, id));
}

function isDecided(board: Board, id: string): boolean {
  const task = taskOf(board, id);
  if (task) return task.status !== 'BLOCKED' && task.status !== 'INTEGRATION_FAILED';
  const discovery = board.discovered?.find((each) => each.id === id);
  return discovery?.urgency !== 'immediate' || Boolean(discovery.converted_to_task);
}
