/** The watcher of a working team: tells the person what the lines of a run do not already say. */
import { skewsIn } from '../watch/clock-skew.ts';
import { openWatcher, type Watcher } from '../watch/watcher.ts';
import { livingIn, type Team } from './team.ts';

export const openOwnWatcher = (team: Team): Watcher =>
  openWatcher({
    ...{ root: team.root, now: team.now, escalate: team.escalate },
    factsIn: (board) => ({ ...livingIn(team, board), skews: skewsIn(board, team.past.beats(), { host: team.host, now: team.now() }) }),
    onRaised: ({ title, about, text, isSaid }) => isSaid || team.alert(`${title}: ${about ? `${about}: ` : ''}${text}`),
  });
