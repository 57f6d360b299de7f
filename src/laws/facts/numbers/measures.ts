/** What a unit measures: the same number in another unit is a different quantity. */
import { factorsOf, unitRows } from './units.ts';

const currencies: Readonly<Record<string, string>> = {
  euro: '€ EUR eur euro euros Euro 欧元',
  dollar: '$ USD usd dollar dollars Dollar 美元',
  pound: '£ GBP gbp',
  yen: 'JPY jpy yen 日元',
  yuan: 'CNY cny RMB yuan 元 人民币',
  franc: 'CHF chf Franken',
};
const isCurrency = (kind: string): boolean => Object.hasOwn(currencies, kind);

const kindsOf = new Map<string, ReadonlySet<string>>();
for (const [kind, units] of [...unitRows, ...Object.entries(currencies)]) {
  if (kind === 'count') continue;
  for (const unit of units.split(' ')) kindsOf.set(unit, new Set([...(kindsOf.get(unit) ?? []), kind]));
}

/** Whether the unit measures size, time, mass, length or money. */
export const isMeasure = (unit: string): boolean => kindsOf.has(unit);

/** Whether the unit may be a unit of time. */
export const isTime = (unit: string): boolean => kindsOf.get(unit)?.has('time') ?? false;

/** Whether a number means different amounts in these two units: bytes and kilobytes, euros and dollars. Other units never contradict each other. */
export function contradict(one: string, other: string): boolean {
  const [kinds, others] = [kindsOf.get(one), kindsOf.get(other)];
  if (kinds === undefined || others === undefined || one === other) return false;
  const shared = [...kinds].filter((kind) => others.has(kind));
  if (shared.length === 0) return [...kinds, ...others].every((kind) => isCurrency(kind));
  if (shared.some((kind) => isCurrency(kind))) return false;
  return !factorsOf(one).some((factor) => factorsOf(other).includes(factor));
}

/** A unit after a number, as in `12 kg`, `840ms` or `240公斤`. Longer units come first. */
export const unitAfter = new RegExp(
  String.raw`^[ \u00a0]?(%|‰|°|€|[\p{Script=Latin}µμ]{1,12}|${[...kindsOf.keys(), '千', '万', '亿']
    .filter((unit) => /\p{Script=Han}/u.test(unit))
    .sort((a, b) => b.length - a.length)
    .join('|')})`,
  'u',
);

/** The unit of the number at that position: a unit after the number, a currency sign before it, or a unit in the column's name. */
export function unitOf(text: string, at: number, end: number, lineStart: number, columns: readonly string[]): string {
  const after = unitAfter.exec(text.slice(end, end + 14))?.[1] ?? '';
  if (isMeasure(after)) return after;
  const before = /[$€£]\s?$/.exec(text.slice(Math.max(0, at - 2), at))?.[0].trim() ?? '';
  if (before !== '') return before;
  const line = text.slice(lineStart, at);
  if (/^[-dl][rwxsStT-]{9}[@+.]?\s/.test(line)) return after === '' || after.length > 2 ? 'B' : '';
  if (after !== '' || columns.length === 0 || line.length > 2000) return '';
  return columns[line.split(/[\t,;|]/).length - 1] ?? '';
}

/** The units in column names: `kg`, `weight_kg`, `size (MB)`. */
export function unitsOfColumns(head: string): readonly string[] {
  if (!/[\t,;|]/.test(head) || head.length > 2000) return [];
  return head.split(/[\t,;|]/).map((name) => {
    const [, last = ''] = /([\p{L}€$£]{1,12})[)\]"\s]{0,3}$/u.exec(name.trim()) ?? [];
    const plain = /[_\s([]/.test(name.trim()) || name.trim().length === last.length;
    return plain && isMeasure(last) ? last : '';
  });
}
