/** The question before harm as the demo shows it: what a person would see, with the keys and the prompt. Pure. */
import { type Asked, harmScreen } from '../../view/asking/harm-lines.ts';
import { type Line, line, type Style, span } from '../../view/style/line.ts';
import { allowOnce, answerRows } from '../terminal/asking/confirm.ts';
import type { Stage } from './stage.ts';

export function questionLines(asked: Asked, { columns, rows }: Pick<Stage, 'columns' | 'rows'>): readonly Line[] {
  const { rows: shown, isWhole } = harmScreen(asked, { width: columns, height: rows });
  return [line(''), ...shown.map((row) => line(row, styleOf(row))), ...answerRows(asked, isWhole, columns)];
}

/** The question with the answer that was typed. */
export const answerLine = (answer: string, question = allowOnce): Line => [span(question), span(answer, 'strong')];

const styleOf = (row: string): Style => (row.startsWith('    +') ? 'added' : row.startsWith('    -') ? 'removed' : 'plain');
