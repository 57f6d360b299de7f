/** One output as rows of cells. */

/** The rows of an output, and whether its first line is a header. */
export type Table = {
  /** Column names in lower case, if the first line has them. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Whether the first line may be a header: if so, both counts are right, with it and without it. */
  readonly mayHaveHeader: boolean;
  /** Whether the first line is certainly a header. */
  readonly hasHeader: boolean;
  /** Whether each line is an item or a record, rather than prose. */
  readonly isList: boolean;
};

const maxColumns = 40;
const isNumber = (cell: string): boolean => /^[-+]?[$€£]?\d[\d.,]*\s?[%KMGTkB]{0,3}$/.test(cell.trim());

/** The rows of a text, without the header, totals and blank lines. */
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
  const named =
    others.length > 0 &&
    !first.some(isNumber) &&
    ((numbers * 2 >= others.length && (wide || isAligned(first, others))) || isHead(first, others, wide));
  const opening = /^total \d+$/i.test(lines[0] ?? '') || (/:$/.test(lines[0] ?? '') && others.length > 0);
  const body = named || opening ? others : all;
  const rows = body.filter((row, at) => !(isDot(row) || (at === body.length - 1 && at > 0 && isTotal(row))));
  return {
    header: named || wide ? first.map((cell) => cell.trim().toLowerCase()) : undefined,
    rows,
    mayHaveHeader: wide && !named && !first.some(isNumber),
    isList: isList(rows, wide),
    hasHeader: named,
  };
}

/** Whether most lines have the same number of words as the first, give or take one. */
const isAligned = (first: readonly string[], others: readonly (readonly string[])[]): boolean =>
  first.length > 1 && others.filter(({ length }) => Math.abs(length - first.length) <= 1).length * 2 >= others.length;

/** Column names that are rarely used for things. */
const columnWord =
  /^(?:.{0,40}[_ ])?(?:id|name|first|last|surname|title|city|country|email|e-mail|phone|address|status|state|type|kind|category|date|time|created|updated|price|amount|total|count|quantity|qty|size|description|comment|note|notes|url|role|team|department|owner|vorname|nachname|ort|stadt|land|datum|preis|menge|art|nom|prénom|ville|pays|prix|nombre|apellido|ciudad|país|fecha|precio|姓名|名称|名字|城市|日期|价格|数量|状态|类型)$/i;

/** Whether a first line is a header although no numbers prove it: it has a word above numbers, column names, or capitals above lower case. */
function isHead(first: readonly string[], others: readonly (readonly string[])[], wide: boolean): boolean {
  if (first.length === 1)
    return others.length > 1 && /^\p{L}/u.test(first[0] ?? '') && others.every((row) => row.length === 1 && isNumber(row[0] ?? ''));
  const capital =
    first.every((cell) => /^[A-Z][A-Z\d%/#_-]*$/.test(cell)) && others.every((row) => row.some((cell) => /\p{Ll}/u.test(cell)));
  if (capital && first.length > 2) return true;
  const words = first.filter((cell) => columnWord.test(cell.trim()));
  const again = first.some((cell, at) => others.some((row) => row[at]?.trim().toLowerCase() === cell.trim().toLowerCase()));
  return wide && !again && words.length * 2 >= first.length;
}

const isDot = (row: readonly string[]): boolean => /^(?:\.|\.\.|\.\/|\.\.\/)$/.test(row.at(-1)?.trim() ?? '');
const isTotal = (row: readonly string[]): boolean =>
  row.some((cell) => /^(?:(?:grand )?total|totals|sum|summe|gesamt|somme|suma|合计|总计):?$/i.test(cell.trim()));

/** How lines of records begin: with a hash, a date or time, a number, or a bullet. */
const beginnings = [/^[\da-f]{7,40}$/, /^\[?\d{4}-\d\d-\d\d/, /^\[?\d{1,2}:\d\d/, /^#?\d+[.):]?$/, /^[-*+•]$/, /^\S+:\d+:/];

function isList(rows: readonly (readonly string[])[], wide: boolean): boolean {
  if (wide) return true;
  const short = rows.filter(({ length }) => length <= 3).length;
  const begins = rows.map(([first = '']) => beginnings.findIndex((pattern) => pattern.test(first))).filter((begin) => begin >= 0);
  return Math.max(short, mostFrequent(rows.map(({ length }) => length)), mostFrequent(begins)) >= rows.length * 0.8;
}

/** How often the most frequent value occurs. */
const mostFrequent = (values: readonly number[]): number =>
  Math.max(0, ...[...Map.groupBy(values, (value) => value).values()].map(({ length }) => length));

/** The separator between cells: the character that occurs equally often in nearly every line; undefined for white space. */
const separatorOf = (lines: readonly string[]): string | undefined =>
  ['\t', '|', ';', ','].find((mark) => {
    const many = lines[0]?.split(mark).length ?? 0;
    const isAlike = (line: string) => line.split(mark).length === many || (line.includes('"') && line.includes(mark));
    return many > 1 && lines.length > 1 && lines.filter(isAlike).length >= lines.length * 0.8;
  });

function cellsOf(line: string, separator: string | undefined): readonly string[] {
  if (separator === undefined) return line.trim().split(/\s+/).slice(0, maxColumns);
  if (!line.includes('"')) {
    const cells = line.split(separator);
    const framed = separator === '|' && cells[0]?.trim() === '';
    return (framed ? cells.slice(1, cells.at(-1)?.trim() === '' ? -1 : undefined) : cells).slice(0, maxColumns).map((cell) => cell.trim());
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
  return [...cells, cell.trim()].slice(0, maxColumns);
}
