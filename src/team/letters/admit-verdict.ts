/** The letter of a reviewer. Pure. */
import { type Board, taskOf } from '../board/board.ts';
import { transition } from '../lifecycle/transition.ts';
import { whyNotApproved } from '../review/approval.ts';
import { blockersIn, verdictText, whyIncomplete } from '../review/verdict.ts';
import { steerTask } from '../steering/steer-task.ts';
import { type Admission, type LetterFacts, refusedFor } from './admission.ts';
import type { LetterOf } from './letter.ts';

export function admitVerdict(board: Board, { task: id = '', agent, body }: LetterOf<'verdict'>, facts: LetterFacts): Admission {
  const task = taskOf(board, id);
  if (!task) return refusedFor(`there is no task ${id}`);
  const incomplete = whyIncomplete(body, task, (task.iteration ?? 1) > 1 ? blockersIn(task.rejection_reason) : []);
  if (incomplete.length > 0) return refusedFor(...incomplete);
  const { commit, overall } = body;
  const reason = verdictText(body);
  const moved =
    overall === 'APPROVED'
      ? transition(board, { to: 'APPROVED', task: id, by: agent, commit }, { ...facts, approval: whyNotApproved(body, task, facts.review) })
      : transition(board, { to: 'REJECTED', task: id, by: agent, commit, reason }, facts);
  if (!moved.ok) return { ok: false, code: moved.code === 'stale' ? 'stale' : 'refused', why: moved.why };
  const detail = overall === 'APPROVED' ? `approved ${commit.slice(0, 12)}` : body.blockers.map(({ issue }) => issue).join('; ');
  const steered = overall === 'APPROVED' ? { board: moved.board, log: [] } : steerTask(moved.board, id, body, facts);
  return { ok: true, board: steered.board, log: [{ action: moved.event.event, task: id, detail }, ...steered.log] };
}
