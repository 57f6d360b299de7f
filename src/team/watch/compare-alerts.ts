/** Which alerts are new, and which have cleared: each is raised once, until it clears. Pure. */
import { boardTime } from '../board/time.ts';
import type { TeamAlert } from './alerts.ts';

/** An alert that was raised and has not cleared. */
export type ActiveAlert = Pick<TeamAlert, 'level' | 'title' | 'about' | 'text' | 'escalates'> & { readonly since: string };

export type Watched = {
  readonly raised: readonly (TeamAlert & { readonly since: string })[];
  readonly cleared: readonly ActiveAlert[];
  readonly active: readonly ActiveAlert[];
};

const keyOf = ({ title, about }: Pick<TeamAlert, 'title' | 'about'>): string => `${title} ${about}`;

/** `isPartial`: only a part of the team could be checked, so no alert clears. */
export function compareAlerts(now: Date, alerts: readonly TeamAlert[], before: readonly ActiveAlert[], isPartial = false): Watched {
  const known = new Set(before.map(keyOf));
  const there = new Set(alerts.map(keyOf));
  const since = boardTime(now);
  const raised = alerts.filter((alert) => !known.has(keyOf(alert))).map((alert) => ({ ...alert, since }));
  const cleared = isPartial ? [] : before.filter((each) => !there.has(keyOf(each)));
  const kept = before.filter((each) => !cleared.includes(each));
  return { raised, cleared, active: [...kept, ...raised.map(({ isSaid: _, ...alert }) => alert)] };
}
