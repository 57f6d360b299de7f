/**
 * Watches a team: records each alert once until it clears, and if something has waited for the person too long, says so in a file and, once, at the
 * address that the person set.
 */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../contracts/text/visible.ts';
import type { Board } from '../board/board.ts';
import { replaceFile } from '../board/replace-file.ts';
import { boardTime } from '../board/time.ts';
import { holdLock } from '../hold-lock.ts';
import { readActiveAlerts, writeActiveAlerts } from './active-alerts.ts';
import { alertsOf, invalidAlert, type TeamAlert, type WatchFacts } from './alerts.ts';
import { type ActiveAlert, compareAlerts } from './compare-alerts.ts';
import { stoppedSince } from './control-times.ts';
import { escalationText } from './escalation.ts';

export type Watcher = Disposable & {
  /** Looks at the current board; `invalid` says why there is none. Does not act on what it finds. */
  look(board: Board | undefined, invalid?: string): void;
};

/** What leaves the machine: only the words of the alert. */
export type Escalation = Pick<ActiveAlert, 'level' | 'title' | 'text' | 'since'>;

export type WatcherOptions = {
  readonly root: string;
  readonly now: () => Date;
  /** Who is alive, and whether clocks agree. */
  readonly factsIn: (board: Board) => Pick<WatchFacts, 'dead' | 'awaited' | 'skews'>;
  /** Called with each alert when it is raised. */
  readonly onRaised?: (alert: TeamAlert) => void;
  /** Alerts the person at the address that the board names, if they allow it. */
  readonly escalate?: ((address: string, alert: Escalation) => void) | undefined;
};

/** Opens a watcher. Of all processes that watch a team, only one writes: the first and, once that has ended, another. */
export function openWatcher({ root, now, factsIn, onRaised = () => {}, escalate = () => {} }: WatcherOptions): Watcher {
  let lock: Disposable | undefined;
  let active: readonly ActiveAlert[] = [];
  let watchedSince = now();

  function isWriter(): boolean {
    if (lock) return true;
    lock = holdLock(root, 'watch');
    if (lock) active = readActiveAlerts(root);
    return lock !== undefined;
  }

  return {
    look(board, invalid = 'it cannot be read') {
      const at = now();
      const stopped = stoppedSince(root, board);
      if (stopped.pausedSince ?? stopped.checkpointSince) watchedSince = at;
      if (!isWriter()) return;
      const alerts = board ? alertsOf(board, { ...factsIn(board), now: at, ...stopped, watchedSince }) : [invalidAlert(invalid)];
      const watched = compareAlerts(at, alerts, active, board === undefined);
      if (watched.raised.length + watched.cleared.length === 0) return;
      appendFileSync(
        join(root, '.liza', 'alerts.log'),
        [...watched.cleared.map(clearedLine(at)), ...watched.raised.map(alertLine)].join(''),
      );
      writeActiveAlerts(root, watched.active);
      active = watched.active;
      for (const alert of watched.raised) onRaised(alert);
      if (board) noteEscalation(root, board, watched.active);
      const address = board?.config.escalation_webhook;
      for (const { level, title, text, since } of watched.raised.filter(({ escalates }) => escalates && address))
        escalate(address ?? '', { level, title, text, since });
    },
    [Symbol.dispose]() {
      lock?.[Symbol.dispose]();
    },
  };
}

/** Writes or removes the file that exists as long as something is waiting for the person. */
function noteEscalation(root: string, board: Board, active: readonly ActiveAlert[]): void {
  const path = join(root, '.liza', 'ESCALATION');
  const last = active.findLast(({ escalates }) => escalates);
  if (last) replaceFile(path, escalationText(board, last));
  else rmSync(path, { force: true });
}

const maxText = 400;
const said = ({ about, text }: Pick<TeamAlert, 'about' | 'text'>): string =>
  visible(`${about ? `${about}: ` : ''}${text}`.replaceAll(/\s+/g, ' ')).slice(0, maxText);

/** An alert as a line of the log. */
const alertLine = ({ since, level, title, ...alert }: ActiveAlert): string => `[${since}] ${level} ${title}: ${said(alert)}\n`;
const clearedLine =
  (at: Date) =>
  ({ title, ...alert }: ActiveAlert): string =>
    `[${boardTime(at)}] CLEARED ${title}: ${said(alert)}\n`;
