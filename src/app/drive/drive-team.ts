/** The team of a folder, for clients. Only reads. */
import type { Environment } from '../../config/config-layers.ts';
import { findTeam } from '../../team/find-team.ts';
import { openSleep } from '../../team/supervisor/sleep.ts';
import { readReport } from '../team/team-report.ts';
import { readStatus } from '../team/team-status.ts';
import { checkRequest } from './check-requests.ts';
import type { DriveTeam, TeamBoard } from './drive.ts';

/** How often the status is read again: leases expire without any change to the board. */
const lookMs = 2_000;

export function driveTeam(data: string, env: Environment): DriveTeam {
  const rootOf = (folder: unknown): string => findTeam(checkRequest.folder(folder, 'the folder'));
  const boardAt = async (root: string): Promise<TeamBoard> => ({ root, ...(await readStatus(root, env)) });
  return {
    board: async (folder) => boardAt(rootOf(folder)),
    report: async (folder) => readReport({ root: rootOf(folder), data, env }),
    async *watch(folder, signal) {
      const root = rootOf(folder);
      using wakes = openSleep(root, signal);
      for (let told = ''; !signal.aborted; await wakes.next(lookMs)) {
        const board = await boardAt(root);
        const text = JSON.stringify(board);
        if (text !== told) yield board;
        told = text;
      }
    },
  };
}
