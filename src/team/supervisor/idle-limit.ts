/** How long a supervisor waits without anything to do before it ends. Pure. */
import type { Board } from '../board/board.ts';
import type { TeamRole } from '../board/ids.ts';
import { settingsOf } from '../board/settings.ts';

/** The longest time that the board sets for these roles; twice as long while drafts wait for the person, whose approval brings work. */
export function idleLimitMs({ config, tasks }: Pick<Board, 'config' | 'tasks'>, roles: readonly TeamRole[]): number {
  const { maxWaitSeconds } = settingsOf(config);
  const hasDrafts = tasks.some(({ status }) => status === 'DRAFT');
  return Math.max(0, ...roles.map((role) => maxWaitSeconds[role])) * 1_000 * (hasDrafts ? 2 : 1);
}
