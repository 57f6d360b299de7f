/** The question before harm as the demo shows it: what a person would see, with its keys and the prompt that the answer is typed at. Pure. */
import { type Asked, harmScreen } from '../../view/asking/harm-lines.ts';
import { type Line, line, type Style, span } from '../../view/style/line.ts';
import { choiceLabels } from '../terminal/choices.ts';
import type { Stage } from './stage.ts';

export function questionLines(asked: Asked, { columns, rows }: Pick<Stage, 'columns' | 'rows'>): readonly Line[] {
  const { rows: shown, isWhole } = harmScreen(asked, { width: columns, height: rows });
  return [line(''), ...shown.map((row) => line(row, styleOf(row))), ...choiceRows(asked, isWhole, columns).map((row) => line(row))];
}

/** The prompt with the answer behind it. */
export const answerLine = (answer: string): Line => [span('Allow this once? '), span(answer, 'strong')];

const styleOf = (row: string): Style => (row.startsWith('    +') ? 'added' : row.startsWith('    -') ? 'removed' : 'plain');
