/** How the word after a number scales it. */

/** Units by what they measure, with their factors to bytes, seconds, kilograms, metres or one. Several factors if the unit is ambiguous. */
export const unitRows: readonly (readonly [kind: string, units: string, ...factors: readonly number[]])[] = [
  ['size', 'b B bytes byte Bytes Byte octets 字节', 1],
  ['size', 'k K kB KB Kb kb KiB Ko ko kilobytes', 1000, 1024],
  ['size', 'M MB Mb mb MiB Mo megabytes', 1000 ** 2, 1024 ** 2],
  ['size', 'G GB Gb gb GiB Go gigabytes', 1000 ** 3, 1024 ** 3],
  ['size', 'T TB tb TiB To terabytes', 1000 ** 4, 1024 ** 4],
  ['count', 'thousand Tsd tausend mille mil 千', 1e3],
  ['count', '万 萬', 1e4],
  ['count', 'million millions Mio Millionen Million millones mn', 1e6],
  ['count', '亿', 1e8],
  ['count', 'billion billions bn Mrd Milliarden milliards', 1e9],
  ['time', 'ns nanoseconds', 1e-9],
  ['time', 'us µs μs microseconds', 1e-6],
  ['time', 'ms msec milliseconds Millisekunden millisecondes milisegundos 毫秒', 1e-3],
  ['time', 's sec secs second seconds Sekunden Sekunde secondes segundos 秒', 1],
  ['time', 'm', 60],
  ['time', 'min mins minute minutes Minuten minutos 分钟', 60],
  ['time', 'h hr hrs hour hours Std Stunden heures horas 小时', 3600],
  ['time', 'd day days Tage Tagen jours días 天', 86_400],
  ['mass', 'mg 毫克', 1e-6],
  ['mass', 'g gram grams Gramm 克', 1e-3],
  ['mass', 'kg kilo kilos kilogram kilograms Kilogramm 公斤 千克', 1],
  ['mass', 't ton tons tonne tonnes Tonne Tonnen toneladas 吨', 1000],
  ['length', 'mm millimetres Millimeter 毫米', 1e-3],
  ['length', 'cm centimetres Zentimeter 厘米', 1e-2],
  ['length', 'm metre metres meter meters Meter 米', 1],
  ['length', 'km kilometres kilometers Kilometer kilómetros 公里 千米', 1000],
];

const factors = new Map<string, readonly number[]>();
for (const [, units, ...values] of unitRows)
  for (const unit of units.split(' ')) factors.set(unit, [...(factors.get(unit) ?? []), ...values]);

/** Suffixes that directly follow a number, as a unit does, but do not change its value. */
const plain: ReadonlySet<string> = new Set([
  ...['x', 'px', 'pt', 'em', 'rem', 'dpi', 'fps', 'Hz', 'kHz', 'MHz', 'GHz', 'l', 'ml', 'V', 'W', 'kW', 'kWh', 'A', 'C', 'F', 'K'],
  ...['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'pp', 'loc', 'LOC', 'am', 'pm', 'AM', 'PM', 'Uhr', 'rps', 'qps', 'p'],
]);

/** The factors from this unit to its base unit; empty for a unit that is not converted. */
export const factorsOf = (unit: string): readonly number[] => factors.get(unit) ?? [];

/** Whether letters right after a number are a unit, not the rest of a word such as `3D`. */
export const isUnit = (letters: string): boolean => factors.has(letters) || plain.has(letters);
