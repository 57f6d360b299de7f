/** The flags that limit a list to a span of time. */

import { ArtooError } from '../../contracts/errors.ts';
import { readMoment, readUntil } from '../../reading/moment.ts';
import type { Read } from '../../reading/quantities.ts';
import type { Flag } from './flag-table.ts';
import type { Parsed } from './flags.ts';

export const timeFlags: readonly Flag[] = [
  {
    name: 'since',
    value: '<when>',
    help: 'only tasks that started at this time or later: 2026-11-01, 2026-11-01T09:30, or an age: 12h, 7d, 2w',
  },
  { name: 'until', value: '<when>', help: 'only tasks that started before this time; a date includes that whole day' },
];

/** From when to when, in milliseconds. Throws `usage` for anything that is not a time. */
export function timesIn(flags: Parsed['flags'], now: number): { readonly since?: number; readonly until?: number } {
  const since = timeIn('since', flags, (text) => readMoment(text, now));
  const until = timeIn('until', flags, (text) => readUntil(text, now));
  return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}

function timeIn(name: 'since' | 'until', flags: Parsed['flags'], read: (text: string) => Read<number>): number | undefined {
  const given = flags[name];
  if (given === undefined) return undefined;
  const moment = read(String(given));
  if (!moment.ok) throw new ArtooError('usage', `--${name} ${moment.error}`);
  return moment.value;
}
