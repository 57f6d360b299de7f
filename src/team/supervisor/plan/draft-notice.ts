/** Tells the person that a plan waits for them, once per plan. */
import type { Board } from '../../board/board.ts';
import type { Team } from '../team.ts';

/** Called when the team has nothing else to do. */
export function createDraftNotice({ alert }: Pick<Team, 'alert'>): (board: Board) => void {
  let told = '';
  return ({ tasks }) => {
    const drafts = tasks.flatMap(({ id, status }) => (status === 'DRAFT' ? [id] : [])).join(', ');
    if (drafts !== '' && drafts !== told) alert(`the plan is waiting for your approval (${drafts}); in another terminal: artoo team plan`);
    told = drafts;
  };
}
