/** Dates in the formats that people and programs use. */

/** A date, with the parts that are given. */
export type DateRead = { readonly year?: number; readonly month: number; readonly day?: number };

const names: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'janv', 'enero', 'ene'],
  ['february', 'feb', 'februar', 'février', 'févr', 'febrero'],
  ['March', 'Mar', 'märz', 'mär', 'mars', 'marzo'],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr'],
  ['May', 'mai', 'mayo'],
  ['june', 'jun', 'juni', 'juin', 'junio'],
  ['july', 'jul', 'juli', 'juillet', 'juil', 'julio'],
  ['august', 'aug', 'août', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'déc', 'diciembre', 'dic'],
];
const capital = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1);
const months: ReadonlyMap<string, number> = new Map(
  names.flatMap((all, at) =>
    all.flatMap((name) => [[name, at + 1] as const, [capital(name), at + 1] as const, [name.toUpperCase(), at + 1] as const]),
  ),
);
const month = [...months.keys()].sort((a, b) => b.length - a.length).join('|');
const of = '(?:de |of |del )?';
const endOfDay = String.raw`(?:st|nd|rd|th|er|º|\.)?`;

/** One pattern for all formats; each repetition is bounded. */
export const dateShape = [
  String.raw`(?<!\d)(?<!\d[.\/\-])[12]\d{3}(?<markAfterYear>[\-\/.])[01]?\d\k<markAfterYear>[0-3]?\d(?!\d)`,
  String.raw`(?<!\d)(?<!\d[.\/\-])[0-3]?\d(?<markAfterDay>[.\/\-])[0-3]?\d\k<markAfterDay>[12]\d{3}(?!\d)`,
  String.raw`(?<!\d)(?<!\d[\/])[0-3]?\d\/[0-3]?\d\/\d{2}(?![\d\/])`,
  String.raw`(?<![\p{Script=Latin}\d])[0-3]?\d(?<markAroundMonth>[\/\-.])(?:${month})\k<markAroundMonth>[12]\d{3}(?!\d)`, // as in web server logs
  String.raw`(?<!\d)(?<!\d[.\/\-])[12]\d{3}(?<markBeforeMonth>[\/\-])(?:${month})\k<markBeforeMonth>[0-3]?\d(?!\d)`,
  String.raw`(?<![\p{Script=Latin}\d])[0-3]?\d${endOfDay} ?${of}(?:${month})(?![\p{Script=Latin}])(?:\.?,? ${of}[12]\d{3}(?!\d))?`,
  String.raw`(?<![\p{Script=Latin}\d])(?:${month})\.?[  ]{1,2}[0-3]?\d(?:st|nd|rd|th)?(?![\d:.,]\d|\d|\p{Script=Latin})(?:(?:,| \d\d:\d\d:\d\d(?: [A-Z]{3,4})?)? [12]\d{3}(?!\d))?`,
  String.raw`(?<![\p{Script=Latin}\d])(?:${month})\.? ${of}[12]\d{3}(?!\d)`,
  String.raw`(?<!\d)[12]\d{3} ?年 ?[01]?\d ?月(?: ?[0-3]?\d ?[日号])?`,
  String.raw`(?<!\d)[01]?\d ?月 ?[0-3]?\d ?[日号]`,
].join('|');

const word = new RegExp(`(?:${month})(?!\\p{Script=Latin})`, 'u');

/** Every date that the text can mean: `03/04/2026` has two meanings. Impossible dates are left out. */
export function readDate(text: string): readonly DateRead[] {
  const numbers = [...text.replace(/\d+:\d+:\d+/, '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [a = 0, b = 0, c = 0] = numbers;
  const named = months.get(word.exec(text)?.[0] ?? '');
  if (named !== undefined) {
    if (a > 31) return valid([{ year: a, month: named, ...(numbers.length > 1 ? { day: b } : {}) }]);
    return valid([{ month: named, day: a, ...(b > 0 ? { year: b } : {}) }]);
  }
  if (text.includes('月')) {
    if (!text.includes('年')) return valid([{ month: a, day: b }]);
    return valid([{ year: a, month: b, ...(c > 0 ? { day: c } : {}) }]);
  }
  if (a > 31) return valid([{ year: a, month: b, day: c }]);
  const year = c < 100 ? 2000 + c : c;
  return valid([
    { year, month: b, day: a },
    { year, month: a, day: b },
  ]);
}

const valid = (dates: readonly DateRead[]): readonly DateRead[] =>
  dates.filter(({ month, day }) => month >= 1 && month <= 12 && (day === undefined || (day >= 1 && day <= 31)));

const dateAlone = new RegExp(dateShape, 'gu');

/** The dates in a text, as written. */
export const datesIn = (text: string): readonly string[] => [...new Set(text.match(dateAlone))];

/** Whether a date is among those that a source shows: every part that the answer gives must be the same in the source. */
export const isShownAs = (date: DateRead, { year, month, day }: DateRead): boolean =>
  date.month === month && (date.day === undefined || date.day === day) && (date.year === undefined || date.year === year);
