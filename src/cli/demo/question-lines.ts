/** The question before harm as the demo shows it: what a person would see, with changed lines in their colours. Pure. */
import { type Asked, harmScreen } from '../../view/asking/harm-lines.ts';
import { type Line, line, type Style } from '../../view/style/line.ts';
import type { Stage } from './stage.ts';

export function questionLines(asked: Asked, { columns, rows }: Pick<Stage, 'columns' | 'rows'>): readonly Line[] {
  const { rows: shown } = harmScreen(asked, { width: columns, height: rows });
  return [line(''), ...shown.map((row) => line(row, styleOf(row))), line('')];
}

const styleOf = (row: string): Style => (row.startsWith('    +') ? 'added' : row.startsWith('    -') ? 'removed' : 'plain');
