/** The watcher of a working team: tells the person what the lines of a run do not already say. */
import { openWatcher, type Watcher } from '../watch/watcher.ts';
import { deadAgents } from './surroundings.ts';
import type { Team } from './team.ts';

export const openOwnWatcher = ({ root, now, host, alert, escalate }: Team): Watcher =>
  openWatcher({
    ...{ root, now, escalate },
    deadIn: (board) => deadAgents(root, board, host),
    onRaised: ({ title, about, text, isSaid }) => isSaid || alert(`${title}: ${about ? `${about}: ` : ''}${text}`),
  });
