/** The question before harm as the demo shows it: what a person would see, with the keys and the prompt. Pure. */
import { type Asked, harmLines, harmScreen } from '../../view/asking/harm-lines.ts';
import { whyLines } from '../../view/asking/why-asked.ts';
import { type Line, line, type Style, span } from '../../view/style/line.ts';
import { fit } from '../../view/wrap.ts';
import { allowOnce, answerKeys, answerRows } from '../terminal/asking/confirm.ts';
import { notUnderstood } from '../terminal/asking/menu.ts';
import type { OpenQuestion, Stage } from './stage.ts';

/** On a tour, a key acts at once. */
export function questionLines(asked: Asked, { isTour, columns, rows }: Pick<Stage, 'isTour' | 'columns' | 'rows'>): readonly Line[] {
  const { rows: shown, isWhole } = harmScreen(asked, { width: columns, height: rows });
  return [line(''), ...shown.map((row) => line(row, styleOf(row))), ...answerRows(asked, isWhole, columns, isTour ? 'key' : 'typed')];
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
  const keys = answerKeys(asked, isWhole);
  const said = (texts: readonly string[]): readonly Line[] => [line(''), ...fit(texts, columns).map((text) => line(text))];
  return {
    answer,
    explain(key) {
      if (!keys.includes(key)) return undefined;
      if (key === 'w') return said(whyLines(asked));
      if (key === 'd') return [line(''), ...harmLines(asked)];
      return said([`${explained[key] ?? ''} ${inThisScene(answer)}`]);
    },
    remind: (typed) => said([`${notUnderstood(typed, keys, false)} ${inThisScene(answer)}`]),
  };
}

/** The question whether a task is undone. */
export const undoQuestion = ({ columns }: Pick<Stage, 'columns'>): OpenQuestion => {
  const said = (text: string): readonly Line[] => [line(''), ...fit([`${text} ${inThisScene('y')}`], columns).map((row) => line(row))];
  return {
    answer: 'y',
    explain: (key) => (key === 'n' ? said('n would leave everything as the task left it.') : undefined),
    remind: (typed) => said(notUnderstood(typed, ['y', 'n'], false)),
  };
};

const inThisScene = (answer: OpenQuestion['answer']): string => `In this scene the answer is ${answer}.`;

const explained: Readonly<Record<string, string>> = {
  y: 'y would apply exactly what is shown.',
  n: 'n would leave everything as it is. You could also say what to do instead, and the task would continue with that.',
  e: 'e would let you edit the command first; you would then be asked about the edited one.',
  a: 'a would allow this from now on: you would choose whether for this task, in this folder or everywhere.',
  t: 't would allow every edit of files here, for this task; deletions and commands would still be asked about.',
};
