/** A unified diff as lines with their numbers. Pure. */

export type DiffLine = {
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  /** The number of the line in the old and in the new text; null if the line is not in it. */
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
};

/** How many lines are shown at once; the rest is one click away. */
export const fewLines = 400;

export function diffLines(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [1, 1];
  for (const line of diff.trimEnd().split('\n')) {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (place) {
      [before, after] = [Number(place[1]), Number(place[2])];
      if (lines.length > 0) lines.push({ kind: 'place', old: null, new: null, text: '' });
    } else if (/^(?:---|\+\+\+) /.test(line) && lines.length === 0) continue;
    else if (line.startsWith('\\'))
      continue; // "\ No newline at end of file"
    else if (line.startsWith('+')) lines.push({ kind: 'added', old: null, new: after++, text: line.slice(1) });
    else if (line.startsWith('-')) lines.push({ kind: 'removed', old: before++, new: null, text: line.slice(1) });
    else lines.push({ kind: 'same', old: before++, new: after++, text: line.slice(1) });
  }
  return lines;
}

/** How many lines are added and removed. */
export function extentOf(diff: string): { readonly added: number; readonly removed: number } {
  const lines = diffLines(diff);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}
