/** Points in time as people write them. Pure. */
import type { Read } from './quantities.ts';

const hour = 3_600_000;
const day = 24 * hour;
const unitMs = { m: 60_000, h: hour, d: day, w: 7 * day } as const;
const example = 'a date such as 2026-11-01, a time such as 2026-11-01T09:30, or an age such as 12h, 7d or 2w';

/** `2026-11-01`, `2026-11-01T09:30` (in local time unless it has a zone), or how long ago it was: `30m`, `12h`, `7d`, `2w`. In milliseconds. */
export function readMoment(text: string, now: number): Read<number> {
  const said = text.trim();
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,9})?)([mhdw])$/i.exec(said) ?? [];
  if (amount !== undefined) return { ok: true, value: now - Number(amount) * unitMs[unit?.toLowerCase() as keyof typeof unitMs] }; // the pattern allows no other unit
  const parts = dateAndTime.exec(said)?.groups;
  return (parts && timeAt(parts)) ?? { ok: false, error: `must be ${example}` };
}

/** The same, except that a date without a time means the end of that day. */
export function readUntil(text: string, now: number): Read<number> {
  const read = readMoment(text, now);
  if (!read.ok || !/^\d{4}-\d\d-\d\d$/.test(text.trim())) return read;
  const date = new Date(read.value);
  return { ok: true, value: date.setDate(date.getDate() + 1) }; // some days have 23 or 25 hours
}

const dateAndTime = /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<clock>\d\d:\d\d)(?::(?<seconds>\d\d(?:\.\d{1,3})?))?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i;

function timeAt({ date = '', clock = '00:00', seconds = '00', zone = '' }: Readonly<Record<string, string>>): Read<number> | undefined {
  const value = Date.parse(`${date}T${clock}:${seconds}${zone.toUpperCase()}`);
  const isDay = new Date(`${date}T12:00Z`).toJSON()?.startsWith(date) ?? false; // the 30th of February is read as a day in March; such dates are rejected
  return Number.isNaN(value) || !isDay ? undefined : { ok: true, value };
}
