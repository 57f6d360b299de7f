/** Letters of a coder about its task. Pure. */
import { type Board, taskOf } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import type { Edge } from '../lifecycle/edge.ts';
import { transition } from '../lifecycle/transition.ts';
import { type Admission, type LetterFacts, refusedFor } from './admission.ts';
import type { LetterOf } from './letter.ts';

export function admitWork(
  board: Board,
  letter: LetterOf<'checkpoint'> | LetterOf<'submit'> | LetterOf<'block'>,
  facts: LetterFacts,
): Admission {
  const id = letter.task ?? '';
  if (letter.kind === 'checkpoint') return noteCheckpoint(board, letter, id, facts);
  const edge: Edge =
    letter.kind === 'submit'
      ? { to: 'READY_FOR_REVIEW', task: id, by: letter.agent, fencing: letter.fencing }
      : { to: 'BLOCKED', task: id, by: letter.agent, fencing: letter.fencing, ...letter.body };
  const moved = transition(board, edge, facts);
  if (!moved.ok) return { ok: false, code: moved.code === 'stale' ? 'stale' : 'refused', why: moved.why };
  const detail = letter.kind === 'submit' ? letter.body.message : letter.body.reason;
  return { ok: true, board: moved.board, log: [{ action: moved.event.event, task: id, detail }] };
}

/** Notes what the coder intends before it changes anything, for the reviewer to compare with the result. */
function noteCheckpoint(board: Board, { agent, body }: LetterOf<'checkpoint'>, id: string, { now }: LetterFacts): Admission {
  const task = taskOf(board, id);
  if (task?.status !== 'CLAIMED') return refusedFor(`${id} is ${task?.status ?? 'not there'}: a checkpoint belongs to a claim`);
  const event = { time: boardTime(now), event: 'pre_execution_checkpoint', agent, checkpoint: body };
  const tasks = board.tasks.map((each) => (each === task ? { ...task, history: [...(task.history ?? []), event] } : each));
  return { ok: true, board: { ...board, tasks }, log: [{ action: event.event, task: id, detail: body.intent }] };
}
