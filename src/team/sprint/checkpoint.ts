/**
 * Stops a team so that the person can decide. Every agent checks for the file CHECKPOINT, so that is written first: if the process is killed before
 * the checkpoint is on the board, the team still waits.
 */
import type { Performed } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { placeControl, removeControl } from '../control-files.ts';
import { doNow, type Team } from '../supervisor/team.ts';

type Stop = { readonly root: string; readonly now: Date; readonly why: string };

/** `perform` notes the checkpoint on the board. If there is nothing to stop, no file is left. */
export async function stopAtCheckpoint({ root, now, why }: Stop, perform: () => Promise<Performed>): Promise<Performed> {
  placeControl(root, 'CHECKPOINT', now, why);
  const performed = await perform();
  if (!performed.ok) removeControl(root, 'CHECKPOINT');
  return performed;
}

/** The supervisor stops its team. */
export const stopForPerson = async (team: Team, why: string): Promise<boolean> =>
  (await stopAtCheckpoint({ root: team.root, now: team.now(), why }, () => doNow(team, 'supervisor', { act: 'checkpoint', why }))).ok;

/** Continues the team as it is, after the person has removed the file. */
export const continueWithoutFile = async (team: Team): Promise<boolean> =>
  (await doNow(team, 'human', { act: 'go_on', decision: 'CONTINUE', because: 'the file .liza/CHECKPOINT was removed' })).ok;

/**
 * Why the sprint is overdue; undefined if it is not. A deadline stops the sprint only once, because a person who continues after it knows
 * that it has passed.
 */
export function whyOverdue({ sprint }: Pick<Board, 'sprint'>, now: Date): string | undefined {
  const { deadline, checkpoint_at } = sprint.timeline ?? {};
  if (sprint.status !== 'IN_PROGRESS' || !deadline || Date.parse(deadline) > now.getTime()) return undefined;
  const isKnown = checkpoint_at && Date.parse(checkpoint_at) >= Date.parse(deadline);
  return isKnown ? undefined : `the deadline of ${sprint.id ?? 'the sprint'}, ${deadline}, has passed`;
}
