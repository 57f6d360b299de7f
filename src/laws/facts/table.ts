/** One output as rows of cells. */

export type Table = {
  /** Names of the columns, in lower case, where the first line is such. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Whether the first line may or may not be a header: both counts are fair. */
  readonly unsure: boolean;
  /** Whether each line is one item or one record, and not prose. */
  readonly listed: boolean;
};

const mostColumns = 40;
const isNumber = (cell: string): boolean => /^[-+]?[$€£]?\d[\d.,]*\s?[%KMGTkB]{0,3}$/.test(cell.trim());

/** The rows of a text, without header, total and blank lines. */
export function tableOf(text: string): Table {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '' && !/^[\s|+:=-]+$/.test(line));
  const separator = separatorOf(lines);
  const all = lines.map((line) => cellsOf(line, separator));
  const [first = [], ...others] = all;
  const numbers = others.filter((row) => row.some(isNumber)).length;
  const wide = separator !== undefined && first.length > 1;
  const named = others.length > 0 && !first.some(isNumber) && numbers * 2 >= others.length && (wide || first.length > 1);
  const opening = /^total \d+$/i.test(lines[0] ?? '') || (/:$/.test(lines[0] ?? '') && others.length > 0);
  const body = named || opening ? others : all;
  const rows = body.filter((row, at) => !(isDot(row) || (at === body.length - 1 && at > 0 && isTotal(row))));
  return {
    header: named || wide ? first.map((cell) => cell.trim().toLowerCase()) : undefined,
    rows,
    unsure: wide && !named && !first.some(isNumber),
    listed: isListed(rows, wide),
  };
}

const isDot = (row: readonly string[]): boolean => /^(?:\.|\.\.|\.\/|\.\.\/)$/.test(row.at(-1)?.trim() ?? '');
const isTotal = (row: readonly string[]): boolean =>
  row.some((cell) => /^(?:(?:grand )?total|totals|sum|summe|gesamt|somme|suma|合计|总计):?$/i.test(cell.trim()));

function isListed(rows: readonly (readonly string[])[], wide: boolean): boolean {
  if (wide) return true;
  const sizes = new Map<number, number>();
  for (const { length } of rows) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  const usual = Math.max(0, ...sizes.values());
  const short = rows.filter(({ length }) => length <= 3).length;
  return Math.max(usual, short) >= rows.length * 0.8;
}

/** The mark between cells: the one that stands equally often in nearly every line, or white space. */
function separatorOf(lines: readonly string[]): string | undefined {
  for (const mark of ['\t', '|', ';', ',']) {
    const many = lines[0]?.split(mark).length ?? 0;
    if (many < 2) continue;
    const alike = lines.filter((line) => line.split(mark).length === many || (line.includes('"') && line.includes(mark))).length;
    if (alike >= lines.length * 0.8 && lines.length > 1) return mark;
  }
  return undefined;
}

function cellsOf(line: string, separator: string | undefined): readonly string[] {
  if (separator === undefined) return line.trim().split(/\s+/).slice(0, mostColumns);
  if (!line.includes('"')) {
    const cells = line.split(separator);
    const framed = separator === '|' && cells[0]?.trim() === '';
    return (framed ? cells.slice(1, cells.at(-1)?.trim() === '' ? -1 : undefined) : cells).slice(0, mostColumns).map((cell) => cell.trim());
  }
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()].slice(0, mostColumns);
}
