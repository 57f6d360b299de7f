/** The person rejects a plan, and says what they want instead. */
import type { Task } from '../../board/board.ts';
import { doNow, type Team } from '../team.ts';

/** Abandons the drafts, and asks the planner again. */
export async function refusePlan(team: Team, drafts: readonly Task[], instead: string): Promise<void> {
  for (const { id } of drafts)
    await doNow(team, 'human', {
      act: 'move',
      edge: { to: 'ABANDONED', task: id, by: 'human', reason: `you want a different plan: ${instead}` },
    });
  await doNow(team, 'human', { act: 'ask_plan', message: instead });
}
