/** What the word after a number makes of it. */

const binary = (power: number): readonly number[] => [1000 ** power, 1024 ** power];

/** Factors to bytes, seconds, kilograms, metres or one. Several where people mean several. */
const factors: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...(['b', 'B', 'bytes', 'byte', 'Bytes', 'Byte', 'octets', '字节'] as const).map((unit) => [unit, [1]] as const),
  ...(['k', 'K', 'kB', 'KB', 'Kb', 'kb', 'KiB', 'Ko', 'ko', 'kilobytes'] as const).map((unit) => [unit, binary(1)] as const),
  ...(['M', 'MB', 'Mb', 'mb', 'MiB', 'Mo', 'megabytes'] as const).map((unit) => [unit, binary(2)] as const),
  ...(['G', 'GB', 'Gb', 'gb', 'GiB', 'Go', 'gigabytes'] as const).map((unit) => [unit, binary(3)] as const),
  ...(['T', 'TB', 'tb', 'TiB', 'To', 'terabytes'] as const).map((unit) => [unit, binary(4)] as const),
  ...(['thousand', 'Tsd', 'tausend', 'mille', 'mil', '千'] as const).map((unit) => [unit, [1e3]] as const),
  ...(['万', '萬'] as const).map((unit) => [unit, [1e4]] as const),
  ...(['million', 'millions', 'Mio', 'Millionen', 'Million', 'millones', 'mn'] as const).map((unit) => [unit, [1e6]] as const),
  ...(['亿'] as const).map((unit) => [unit, [1e8]] as const),
  ...(['billion', 'billions', 'bn', 'Mrd', 'Milliarden', 'milliards'] as const).map((unit) => [unit, [1e9]] as const),
  ...(['ns', 'nanoseconds'] as const).map((unit) => [unit, [1e-9]] as const),
  ...(['us', 'µs', 'μs', 'microseconds'] as const).map((unit) => [unit, [1e-6]] as const),
  ...(['ms', 'msec', 'milliseconds', 'Millisekunden', 'millisecondes', 'milisegundos', '毫秒'] as const).map(
    (unit) => [unit, [1e-3]] as const,
  ),
  ...(['s', 'sec', 'secs', 'second', 'seconds', 'Sekunden', 'Sekunde', 'secondes', 'segundos', '秒'] as const).map(
    (unit) => [unit, [1]] as const,
  ),
  ['m', [60, 1]],
  ...(['min', 'mins', 'minute', 'minutes', 'Minuten', 'minutos', '分钟'] as const).map((unit) => [unit, [60]] as const),
  ...(['h', 'hr', 'hrs', 'hour', 'hours', 'Std', 'Stunden', 'heures', 'horas', '小时'] as const).map((unit) => [unit, [3600]] as const),
  ...(['d', 'day', 'days', 'Tage', 'Tagen', 'jours', 'días', '天'] as const).map((unit) => [unit, [86_400]] as const),
  ...(['mg', '毫克'] as const).map((unit) => [unit, [1e-6]] as const),
  ...(['g', 'gram', 'grams', 'Gramm', '克'] as const).map((unit) => [unit, [1e-3]] as const),
  ...(['kg', 'kilo', 'kilos', 'kilogram', 'kilograms', 'Kilogramm', '公斤', '千克'] as const).map((unit) => [unit, [1]] as const),
  ...(['t', 'ton', 'tons', 'tonne', 'tonnes', 'Tonne', 'Tonnen', 'toneladas', '吨'] as const).map((unit) => [unit, [1000]] as const),
  ...(['mm', 'millimetres', 'Millimeter', '毫米'] as const).map((unit) => [unit, [1e-3]] as const),
  ...(['cm', 'centimetres', 'Zentimeter', '厘米'] as const).map((unit) => [unit, [1e-2]] as const),
  ...(['metre', 'metres', 'meter', 'meters', 'Meter', '米'] as const).map((unit) => [unit, [1]] as const),
  ...(['km', 'kilometres', 'kilometers', 'Kilometer', 'kilómetros', '公里', '千米'] as const).map((unit) => [unit, [1000]] as const),
]);

/** Written right after a number without being a part of a word, and changing nothing about it. */
const plain: ReadonlySet<string> = new Set([
  ...['x', 'px', 'pt', 'em', 'rem', 'dpi', 'fps', 'Hz', 'kHz', 'MHz', 'GHz', 'l', 'ml', 'V', 'W', 'kW', 'kWh', 'A', 'C', 'F', 'K'],
  ...['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'pp', 'loc', 'LOC', 'am', 'pm', 'AM', 'PM', 'Uhr', 'rps', 'qps', 'p'],
]);

/** What a number in front of this unit is in bytes, seconds or ones; nothing for a unit that is not converted. */
export const factorsOf = (unit: string): readonly number[] => factors.get(unit) ?? [];

/** Whether letters written right after a number are a unit, and not the rest of a word such as `3D`. */
export const isUnit = (letters: string): boolean => factors.has(letters) || plain.has(letters);
