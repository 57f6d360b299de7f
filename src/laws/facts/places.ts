/** Numbered lines of files in an output, as `grep -n` prints them. */
import type { PlaceFact } from './facts-in.ts';

/** The numbered lines in the outputs. */
export type PlacesSeen = {
  /** The lines shown of each file. */
  readonly files: ReadonlyMap<string, ReadonlySet<number>>;
  /** Every line number shown. */
  readonly lines: ReadonlySet<number>;
  /** The number of lines in the longest output without line numbers: it may be the file itself. */
  readonly longest: number;
};

/** Which lines are numbered in the outputs. Takes linear time. */
export function placesSeen(shown: readonly string[]): PlacesSeen {
  const files = new Map<string, Set<number>>();
  const lines = new Set<number>();
  let longest = 0;
  for (const source of shown) {
    const rows = source.split('\n').filter((row) => row.trim() !== '');
    const places = rows.flatMap((row) => placeOf(row) ?? []);
    const ordered = places.every(({ file, line }, at) => file !== '' || line > (places[at - 1]?.line ?? 0));
    if (places.length === 0 || places.length < rows.length * 0.8 || !ordered) {
      longest = Math.max(longest, rows.length < 2 ? 0 : source.split('\n').length);
      continue;
    }
    for (const { file, line } of places) {
      lines.add(line);
      if (file !== '') files.set(file, (files.get(file) ?? new Set()).add(line));
    }
  }
  return { files, lines, longest };
}

type Place = { readonly file: string; readonly line: number };

function placeOf(row: string): Place | undefined {
  const [, file = '', line] = /^(?:([^\s:]{0,250}[^\s:\d][^\s:]{0,250}):|\s{0,8})(\d{1,7})(?:[:\t]|-(?!\d))/.exec(row.slice(0, 600)) ?? [];
  const isTime = file === '' && /^\s*\d{1,2}:\d\d(?!\d)/.test(row);
  return line === undefined || isTime ? undefined : { file: file.replace(/^\.\//, ''), line: Number(line) };
}

/** Whether outputs contain numbered lines of this file, but never this line. If the file may have been read whole, no line counts as missing. */
export function isPlaceMissing({ file, from, to }: PlaceFact, { files, lines, longest }: PlacesSeen): boolean {
  if (to <= longest) return false;
  const within = (shown: ReadonlySet<number>): boolean => [...shown].some((line) => line >= from && line <= to);
  if (file === '') return lines.size > 0 && !within(lines);
  const name = file.replace(/^\.\//, '');
  const same = [...files].filter(([path]) => path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`));
  return same.length > 0 && !same.some(([, shown]) => within(shown));
}
