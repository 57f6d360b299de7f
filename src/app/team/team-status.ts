/** Reads the state of a team. */
import { livingNow } from '../../team/agents/living.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { statusOf, type TeamStatus } from '../../team/status.ts';
import { controlFiles } from '../../team/supervisor/surroundings.ts';
import { stoppedSince } from '../../team/watch/control-times.ts';

/** Throws as the board does. */
export async function readStatus(root: string, env: Readonly<Record<string, string | undefined>>): Promise<TeamStatus> {
  await using file = openBoardFile({ root, env });
  const board = await file.read();
  return statusOf(board, {
    ...livingNow(root, board),
    control: controlFiles(root),
    ...stoppedSince(root, board),
  });
}
