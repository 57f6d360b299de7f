/** For which numbers and dates a call searched: if it found nothing, there are none, although nothing shows them. Pure. */
import { readDate } from '../../../laws/facts/dates.ts';
import type { CallView } from './call-view.ts';

/** Numbers that were looked for as a whole, and the time in which files were looked for, as ISO dates: from `from`, before `until`. */
export type Sought = { readonly numbers: readonly string[]; readonly time?: { readonly from: string; readonly until: string } };

/** Whether a search was for this number, or for files of this year. */
export function isSought(number: string, { numbers, time }: Sought): boolean {
  if (numbers.includes(number)) return true;
  if (time === undefined || !/^[12]\d{3}$/.test(number)) return false;
  return time.from <= `${number}-01-01` && time.until >= `${Number(number) + 1}-01-01`;
}

/** Whether a search was for files of this day, or of this month. */
export function isDateSought(text: string, { time }: Sought): boolean {
  const dates = readDate(text);
  return dates.length > 0 && dates.every(({ year, month, day }) => year !== undefined && covers(time, year, month, day));
}

function covers(time: Sought['time'], year: number, month: number, day?: number): boolean {
  const first = Date.UTC(year, month - 1, day ?? 1);
  const next = day === undefined ? Date.UTC(year, month, 1) : first + dayMs;
  return time !== undefined && time.from <= isoOf(first) && time.until >= isoOf(next);
}

const dayMs = 86_400_000;
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * What a call searched for, if that is plain: one `find` or `grep`, or a tool that searches, without anything else that leaves something out. Everything that is not known
 * here may leave something out.
 */
export function soughtBy({ call, runs }: CallView, criterion: string): Sought | undefined {
  const { evidence, input, target } = call;
  if (evidence?.kind === 'searches') {
    const isNarrow = evidence.files !== undefined && typeof input === 'object' && input !== null && evidence.files in input;
    return isNarrow ? undefined : { numbers: numberIn(target) };
  }
  const [run, ...others] = runs;
  if (run === undefined || others.length > 0 || run.isPiped || run.isNegated || run.prints !== 'line') return undefined;
  const words = run.args.map(({ literal, text }) => literal ?? text);
  if (run.program === 'find') return soughtByFind(words, criterion.toLowerCase());
  return /^(?:[ef]?grep|rg)$/.test(run.program) ? soughtByGrep(words) : undefined;
}

/** A number that is all of a pattern, except for marks around it. */
function numberIn(pattern: string): readonly string[] {
  const [, number] = /^(?:\\[b<]|[*:"'])*(\d(?:[\d.]{0,20}\d)?)(?:\\[b>]|[*:"'])*$/.exec(pattern.replaceAll('\\.', '.')) ?? [];
  return number === undefined ? [] : [number];
}

function soughtByGrep(words: readonly string[]): Sought | undefined {
  const [options, operands] = [words.filter((word) => word.startsWith('-')), words.filter((word) => !word.startsWith('-'))];
  return options.every((option) => /^-[rRnHhsEFiIaowl]+$/.test(option)) ? { numbers: numberIn(operands[0] ?? '') } : undefined;
}

/** The latest date of all, for a search without an end. */
const never = '9999-12-31';

function soughtByFind(words: readonly string[], criterion: string): Sought | undefined {
  const begin = words.findIndex((word) => /^[-!(]/.test(word));
  const tests = begin === -1 ? [] : words.slice(begin);
  const numbers: string[] = [];
  let [from, until] = ['', never];
  for (let at = 0; at < tests.length; at += 1) {
    const isNegated = tests[at] === '!' || tests[at] === '-not';
    if (isNegated) at += 1;
    const test = tests[at] ?? '';
    if (!isNegated && /^-(?:print0?|ls)$/.test(test)) continue;
    at += 1;
    const value = tests[at] ?? '';
    const date = dayIn(value);
    if (/^-newer[mB]t$/.test(test) && date !== undefined) {
      if (isNegated) until = date < until ? date : until;
      else from = date > from ? date : from;
    } else if (isNegated || !(leavesNothingOut(test, value) || /^-i?name$/.test(test))) return undefined;
    else if (/name$/.test(test) && !isOfKind(value, criterion)) {
      if (numberIn(value).length === 0) return undefined;
      numbers.push(...numberIn(value));
    }
  }
  const isTimed = from !== '' || until !== never;
  if (numbers.length > 0) return isTimed || numbers.length > 1 ? undefined : { numbers };
  return isTimed ? { numbers, time: { from, until } } : undefined;
}

/** The day that begins at a time; the last second of a day counts as the beginning of the next. */
function dayIn(time: string): string | undefined {
  const [, date, end] = /^([12]\d{3}-\d\d-\d\d)(?:[T ](?:00:00(?::00)?|(23:59:59)))?$/.exec(time) ?? [];
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : isoOf(at + (end === undefined ? 0 : dayMs));
}

const leavesNothingOut = (test: string, value: string): boolean =>
  (test === '-type' && value === 'f') || (test === '-maxdepth' && /^[1-9]\d?$/.test(value));

/** Whether a pattern of names takes all files, or all of a kind that the criterion names: `*.log` for "no log". */
function isOfKind(pattern: string, criterion: string): boolean {
  const [, kind] = /^\*?\.?(\p{L}*)\*?$/u.exec(pattern) ?? [];
  return kind !== undefined && criterion.includes(kind.toLowerCase());
}
