/** Durations between two times in one output. */

const stamp =
  /(?<![\d:.])(?:([12]\d{3})-([01]\d)-([0-3]\d)[T ])?([0-2]?\d):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?![\d:])(?: ?([AaPp])\.?[Mm](?!\w))?/g;
/** If there are more times than this, only the first and the last are compared: with many pairs, any duration would be found. */
const maxCompared = 24;
const day = 86_400;

/** The seconds from each time in a text to each later one, across midnight if there are no dates. Takes linear time. */
export function elapsedIn(text: string): readonly number[] {
  const times: Moment[] = [];
  let last: Moment | undefined;
  for (const match of text.matchAll(stamp)) {
    last = momentOf(match);
    if (times.length <= maxCompared) times.push(last);
  }
  if (last === undefined || times.length < 2) return [];
  const few = times.length > maxCompared ? [times[0] ?? last, last] : times;
  return few.flatMap((from, at) => few.slice(at + 1).map((to) => between(from, to)));
}

/** A time of day in seconds; undefined for any other text. */
export function secondsOf(time: string): number | undefined {
  const [match] = time.matchAll(stamp);
  return match === undefined || match[0] !== time ? undefined : momentOf(match).seconds;
}

/** A time, and the number of its day if it follows a date. */
type Moment = { readonly seconds: number; readonly days: number | undefined };

function momentOf([, year, month, date, hours, minutes, seconds = '0', fraction = '0', half]: RegExpExecArray): Moment {
  const days = year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(date)) / (day * 1000);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return { seconds: hour * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`), days };
}

function between(from: Moment, to: Moment): number {
  const same = from.days !== undefined && to.days !== undefined;
  const passed = to.seconds - from.seconds + (same ? ((to.days ?? 0) - (from.days ?? 0)) * day : 0);
  return passed < 0 && !same ? passed + day : Math.abs(passed);
}
