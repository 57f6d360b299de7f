/** Reads the state of a team. */
import { openBoardFile } from '../../team/board/file.ts';
import { statusOf, type TeamStatus } from '../../team/status.ts';
import { controlFiles, deadAgents, thisHost } from '../../team/supervisor/surroundings.ts';
import { stoppedSince } from '../../team/watch/control-times.ts';

/** Throws as the board does. */
export async function readStatus(root: string, env: Readonly<Record<string, string | undefined>>): Promise<TeamStatus> {
  await using file = openBoardFile({ root, env });
  const board = await file.read();
  return statusOf(board, {
    now: new Date(),
    dead: deadAgents(root, board, thisHost()),
    control: controlFiles(root),
    ...stoppedSince(root, board),
  });
}
