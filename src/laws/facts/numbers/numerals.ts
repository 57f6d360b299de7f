/** A numeral in any notation: `1,024`, `1.024,5`, `1 024`, `3,14`. */

/** One way to read a numeral: its value, and the place value of its last digit. */
export type Numeral = { readonly value: number; readonly step: number };

/** Separators between groups of three digits. A plain space is used in prose, never in a table. */
const grouping = /[,.'’_\u00a0\u202f ]/g;

/** Every number that a numeral can mean, the English reading first. `1.024` has two meanings; `1,2` may be a list. */
export function readNumeral(text: string): readonly Numeral[] {
  if (/^\d+$/.test(text)) return [{ value: Number(text), step: 1 }];
  const point = text.indexOf('.');
  if (point > 0 && text.length - point !== 4 && /^\d+\.\d+$/.test(text))
    return [{ value: Number(text), step: 10 ** -Math.min(text.length - point - 1, 15) }];
  const separators = [...text.replaceAll(/\d/g, '')];
  const last = separators.at(-1) ?? '';
  const groups = text.split(grouping);
  const [head = '', ...rest] = groups;
  const grouped = head.length <= 3 && rest.every((group) => group.length === 3) && separators.every((separator) => separator === last);
  const tail = rest.at(-1) ?? '';
  const decimal = last === '.' || last === ',';
  const before = separators.slice(0, -1);
  const headGrouped =
    before.every((separator) => separator === before[0] && separator !== last) && groups.slice(1, -1).every((group) => group.length === 3);
  return [...(grouped ? numeral(groups.join(''), '') : []), ...(decimal && headGrouped ? numeral(groups.slice(0, -1).join(''), tail) : [])];
}

const numeral = (whole: string, fraction: string): readonly Numeral[] => [
  { value: Number(`${whole}.${fraction || '0'}`), step: 10 ** -Math.min(fraction.length, 15) },
];
