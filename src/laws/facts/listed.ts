/** Counts of things that the answer itself lists: "3 functions: `a`, `b` and `c`". */
import type { Tally } from './tally.ts';

const maxLines = 2000;

/** The items that a number counts: a list or table below its line, or names after a colon on the line. */
export function itemsAfter(lines: readonly string[], row: number, column: number): readonly (readonly string[])[] {
  return [inline((lines[row] ?? '').slice(column, column + 2000)), below(lines, row)].filter((items) => items.length > 1);
}

function inline(rest: string): readonly string[] {
  const colon = /[:：(（—–]/.exec(rest);
  if (colon === null || colon.index > 80) return [];
  const tail = rest.slice(colon.index + 1).replaceAll(/[(（][^()（）]{0,80}[)）]/g, '');
  const end = /[.;)）。](?:\s|\*|$)/.exec(tail);
  return tail
    .slice(0, end?.index ?? tail.length)
    .split(/,\s+(?:and |or |und |et |y )?|、|，| and | und | et | y |和/)
    .map(nameOf)
    .filter((item) => item !== '');
}

function below(lines: readonly string[], row: number): readonly string[] {
  let at = row + 1;
  while (at < lines.length && at < row + 3 && lines[at]?.trim() === '') at += 1;
  const marker = /^(\s*)(?:[-*+•]|\d{1,4}[.)]) /;
  const kind = marker.exec(lines[at] ?? '');
  const own = marker.exec(lines[row] ?? '');
  if (kind !== null && (own === null || (kind[1]?.length ?? 0) > (own[1]?.length ?? 0))) {
    const items: string[] = [];
    for (const end = Math.min(lines.length, at + maxLines); at < end; at++) {
      const [, indent, item] = /^(\s*)(?:[-*+•]|\d{1,4}[.)]) (.*)$/.exec(lines[at] ?? '') ?? [];
      if (indent === kind[1] && item !== undefined) items.push(nameOf(item));
      else if ((lines[at] ?? '').trim() !== '' && !/^\s/.test(lines[at] ?? '')) break;
    }
    return items;
  }
  const cells = lines.slice(at, at + maxLines);
  const end = cells.findIndex((line) => !line.trimStart().startsWith('|'));
  const table = end < 0 ? cells : cells.slice(0, end);
  return table.length > 2 && /^[\s|:-]+$/.test(table[1] ?? '') ? table.slice(2).map((line) => nameOf(line.split('|')[1] ?? '')) : [];
}

/** The name of an item: its code, or its first word. */
const nameOf = (item: string): string => /`([^`]{1,200})`/.exec(item)?.[1] ?? /[^\s*_"'“”:：]{1,200}/.exec(item.trim())?.[0] ?? '';

/** Whether an output lists all these items and more, so that the number of items is not the count in the output. */
export function isPartOf(items: readonly string[], tallies: readonly Tally[]): boolean {
  const names = new Set(items);
  return tallies.some(
    ({ items: all, counts }) =>
      all.size > 0 &&
      !counts.has(items.length) &&
      [...names].every((name) => all.has(name) || all.has(name.slice(name.lastIndexOf('/') + 1))),
  );
}
