/** One output as rows of cells. */

export type Table = {
  /** Names of the columns, in lower case, where the first line is such. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Whether the first line may or may not be a header: both counts are fair. */
  readonly unsure: boolean;
  /** Whether the first line is a header for certain. */
  readonly headed: boolean;
  /** Whether each line is one item or one record, and not prose. */
  readonly listed: boolean;
};

const maxColumns = 40;
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
    unsure: wide && !named && !first.some(isNumber),
    listed: isListed(rows, wide),
    headed: named,
  };
}

/** Whether most lines have as many words as the first, give or take one. */
const isAligned = (first: readonly string[], others: readonly (readonly string[])[]): boolean =>
  first.length > 1 && others.filter(({ length }) => Math.abs(length - first.length) <= 1).length * 2 >= others.length;

/** Words that columns are called and things are not. */
const columnWord =
  /^(?:.{0,40}[_ ])?(?:id|name|first|last|surname|title|city|country|email|e-mail|phone|address|status|state|type|kind|category|date|time|created|updated|price|amount|total|count|quantity|qty|size|description|comment|note|notes|url|role|team|department|owner|vorname|nachname|ort|stadt|land|datum|preis|menge|art|nom|prénom|ville|pays|prix|nombre|apellido|ciudad|país|fecha|precio|姓名|名称|名字|城市|日期|价格|数量|状态|类型)$/i;

/** A first line that is a header although no number tells: one word above numbers, names of columns, or capitals above small letters. */
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

/** How the lines of a record each begin: with a hash, a date or time, a number, a mark. */
const beginnings = [/^[\da-f]{7,40}$/, /^\[?\d{4}-\d\d-\d\d/, /^\[?\d{1,2}:\d\d/, /^#?\d+[.):]?$/, /^[-*+•]$/, /^\S+:\d+:/];

function isListed(rows: readonly (readonly string[])[], wide: boolean): boolean {
  if (wide) return true;
  const sizes = new Map<number, number>();
  for (const { length } of rows) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  const usual = Math.max(0, ...sizes.values());
  const short = rows.filter(({ length }) => length <= 3).length;
  const begins = new Map<string, number>();
  for (const [first = ''] of rows) {
    const begin = beginnings.findIndex((pattern) => pattern.test(first));
    if (begin >= 0) begins.set(String(begin), (begins.get(String(begin)) ?? 0) + 1);
  }
  return Math.max(usual, short, ...begins.values()) >= rows.length * 0.8;
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
