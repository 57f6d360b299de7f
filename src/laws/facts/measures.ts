/** What is measured in a unit, so that the same number in another unit is known to be another quantity. */
import { factorsOf } from './units.ts';

const measured: Readonly<Record<string, string>> = {
  size: 'b B bytes byte Bytes Byte octets 字节 k K kB KB Kb kb KiB Ko ko kilobytes M MB Mb mb MiB Mo megabytes G GB Gb gb GiB Go gigabytes T TB tb TiB To terabytes',
  time: 'ns nanoseconds us µs μs microseconds ms msec milliseconds Millisekunden millisecondes milisegundos 毫秒 s sec secs second seconds Sekunden Sekunde secondes segundos 秒 m min mins minute minutes Minuten minutos 分钟 h hr hrs hour hours Std Stunden heures horas 小时 d day days Tage Tagen jours días 天',
  mass: 'mg 毫克 g gram grams Gramm 克 kg kilo kilos kilogram kilograms Kilogramm 公斤 千克 t ton tons tonne tonnes Tonne Tonnen toneladas 吨',
  length:
    'mm millimetres Millimeter 毫米 cm centimetres Zentimeter 厘米 m metre metres meter meters Meter 米 km kilometres kilometers Kilometer kilómetros 公里 千米',
  euro: '€ EUR eur euro euros Euro 欧元',
  dollar: '$ USD usd dollar dollars Dollar 美元',
  pound: '£ GBP gbp',
  yen: 'JPY jpy yen 日元',
  yuan: 'CNY cny RMB yuan 元 人民币',
  franc: 'CHF chf Franken',
};
const currencies: ReadonlySet<string> = new Set(['euro', 'dollar', 'pound', 'yen', 'yuan', 'franc']);

const kindsOf: ReadonlyMap<string, ReadonlySet<string>> = Object.entries(measured).reduce((all, [kind, units]) => {
  for (const unit of units.split(' ')) all.set(unit, (all.get(unit) ?? new Set()).add(kind));
  return all;
}, new Map<string, Set<string>>());

/** Whether it is a unit of size, time, mass, length or money. */
export const isMeasure = (unit: string): boolean => kindsOf.has(unit);

/** Whether it may be a unit of time. */
export const isTime = (unit: string): boolean => kindsOf.get(unit)?.has('time') ?? false;

/** Whether one number cannot be in both units: bytes and kilobytes, euros and dollars. What is no unit of measure contradicts nothing. */
export function contradict(one: string, other: string): boolean {
  const [kinds, others] = [kindsOf.get(one), kindsOf.get(other)];
  if (kinds === undefined || others === undefined || one === other) return false;
  const shared = [...kinds].filter((kind) => others.has(kind));
  if (shared.length === 0) return [...kinds, ...others].every((kind) => currencies.has(kind));
  if (shared.some((kind) => currencies.has(kind))) return false;
  return !factorsOf(one).some((factor) => factorsOf(other).includes(factor));
}

/** A unit after a number, as in `12 kg`, `840ms` or `240公斤`. The longer of two comes first. */
export const unitAfter = new RegExp(
  String.raw`^[ \u00a0]?(%|‰|°|€|[\p{Script=Latin}µμ]{1,12}|${[...kindsOf.keys(), '千', '万', '亿']
    .filter((unit) => /\p{Script=Han}/u.test(unit))
    .sort((a, b) => b.length - a.length)
    .join('|')})`,
  'u',
);

/** The unit of the number that stands there: after it, as a sign of money before it, or in the name of its column. */
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

/** The units of columns by their names: `kg`, `weight_kg`, `size (MB)`. */
export function unitsOfColumns(head: string): readonly string[] {
  if (!/[\t,;|]/.test(head) || head.length > 2000) return [];
  return head.split(/[\t,;|]/).map((name) => {
    const [, last = ''] = /([\p{L}€$£]{1,12})[)\]"\s]{0,3}$/u.exec(name.trim()) ?? [];
    const plain = /[_\s([]/.test(name.trim()) || name.trim().length === last.length;
    return plain && isMeasure(last) ? last : '';
  });
}
