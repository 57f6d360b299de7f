/** A diff of two texts for people. Limited in time and length. */
import { isUtf8 } from 'node:buffer';
import { structuredPatch } from 'diff';

const maxBytes = 256 * 1024;
const maxLines = 4_000;
const maxTextLength = 256 * 1024;
const maxMs = 1_000;

/** Undefined for content that is too long, or not text. */
export function textDiff(before: Buffer | string, after: Buffer | string): string | undefined {
  const [old, now] = [textOf(before), textOf(after)];
  if (old === undefined || now === undefined) return undefined;
  const patch = structuredPatch('', '', old, now, '', '', { context: 3, timeout: maxMs });
  const lines = patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${placeOf(oldStart, oldLines)} +${placeOf(newStart, newLines)} @@`,
    ...lines,
  ]);
  return lines && shortened(lines);
}

/** By convention, an empty range is numbered by the line before it. */
const placeOf = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;

function textOf(content: Buffer | string): string | undefined {
  if (content.length > maxBytes) return undefined;
  if (typeof content === 'string') return content.includes('\0') ? undefined : content;
  return content.includes(0) || !isUtf8(content) ? undefined : content.toString();
}

function shortened(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (kept.length === maxLines || length > maxTextLength) return [...kept, `… and ${lines.length - kept.length} lines more`].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}
