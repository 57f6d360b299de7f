/** A table of Markdown as lines: in columns if they fit the width, otherwise as records. Pure. */
import { type Line, lineWidth, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { inlineLines } from './inline.ts';
import type { Tokens } from './parse.ts';

const gap = 2;

export function tableLines({ header, rows, align }: Pick<Tokens.Table, 'header' | 'rows' | 'align'>, columns: number): readonly Line[] {
  const heads = header.map(({ tokens }) => inlineLines(tokens, 'strong').flat());
  const body = rows.map((row) => row.map(({ tokens }) => inlineLines(tokens).flat()));
  const widths = heads.map((head, at) => Math.max(1, lineWidth(head), ...body.map((row) => lineWidth(row[at] ?? []))));
  const whole = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (whole > columns) return records(heads, body, columns);
  const rowLine = (cells: readonly Line[]): Line =>
    trimmed(widths.flatMap((width, at) => [...padded(cells[at] ?? [], width, align[at] ?? null), span(' '.repeat(gap))]));
  const rule: Line = widths.flatMap((width) => [span('─'.repeat(width), 'muted'), span(' '.repeat(gap))]);
  return [rowLine(heads), trimmed(rule), ...body.map(rowLine)];
}

function padded(cell: Line, width: number, align: 'center' | 'left' | 'right' | null): Line {
  const room = width - lineWidth(cell);
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
  return [span(' '.repeat(before)), ...cell, span(' '.repeat(room - before))];
}

/** Without trailing spaces. */
function trimmed(line: Line): Line {
  const end = line.findLastIndex(({ text }) => text.trim() !== '') + 1;
  return line.slice(0, end).filter(({ text }) => text !== '');
}

/** One line per cell, with its heading; a blank line between rows. */
const records = (heads: readonly Line[], body: readonly (readonly Line[])[], columns: number): readonly Line[] =>
  body.flatMap((row, at) => [
    ...(at === 0 ? [] : [[]]),
    ...row.flatMap((cell, index) => {
      const head = heads[index] ?? [];
      return wrapLine([...head, span(lineWidth(head) === 0 ? '' : ': ', 'muted'), ...cell], columns, [span('  ')]);
    }),
  ]);
