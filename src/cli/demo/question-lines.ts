/** The question before harm as the demo shows it: what a person would see, with the keys and the prompt. Pure. */
import { type Asked, harmLines, harmScreen } from '../../view/asking/harm-lines.ts';
import { whyLines } from '../../view/asking/why-asked.ts';
import { type Line, line, type Style, span } from '../../view/style/line.ts';
import { fit } from '../../view/wrap.ts';
import { allowOnce, answerKeys, answerRows } from '../terminal/asking/confirm.ts';
import type { OpenQuestion, Stage } from './stage.ts';

export function questionLines(asked: Asked, { columns, rows }: Pick<Stage, 'columns' | 'rows'>): readonly Line[] {
  const { rows: shown, isWhole } = harmScreen(asked, { width: columns, height: rows });
  return [line(''), ...shown.map((row) => line(row, styleOf(row))), ...answerRows(asked, isWhole, columns)];
}

/** The question with the answer that was typed. */
export const answerLine = (answer: string, question = allowOnce): Line => [span(question), span(answer, 'strong')];

const styleOf = (row: string): Style => (row.startsWith('    +') ? 'added' : row.startsWith('    -') ? 'removed' : 'plain');

/** The question while the tour waits for an answer: one key answers it, the others explain what they would do. */
export function openQuestion(
  asked: Asked,
  answer: OpenQuestion['answer'],
  { columns, rows }: Pick<Stage, 'columns' | 'rows'>,
): OpenQuestion {
  const { isWhole } = harmScreen(asked, { width: columns, height: rows });
  const keys = answerKeys(asked, isWhole).filter((key) => key !== answer);
  const said = (texts: readonly string[]): readonly Line[] => [line(''), ...fit(texts, columns).map((text) => line(text))];
  return {
    answer,
    explain(key) {
      if (!keys.includes(key)) return undefined;
      if (key === 'w') return said(whyLines(asked));
      if (key === 'd') return [line(''), ...harmLines(asked)];
      return said([`${explained[key] ?? ''} In this scene the answer is ${answer}.`]);
    },
  };
}

const explained: Readonly<Record<string, string>> = {
  y: 'y would apply exactly what is shown.',
  n: 'n would leave everything as it is. You could also say what to do instead, and the task would continue with that.',
  e: 'e would let you edit the command first; you are then asked about the edited one.',
  a: 'a would allow this without asking: you choose for this task, for this folder from now on, or everywhere.',
  t: 't would allow every edit of files here, for this task; deletions and commands would still be asked about.',
};
