/** The possible answers to questions, and the reply to anything else. Pure. */
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, span } from '../../../view/style/line.ts';
import { fit } from '../../../view/wrap.ts';

/** No answer is broken across lines if the screen is at least as wide as usual, nor when a wider screen is narrowed to the usual width. */
export function menuRows(answers: readonly string[], columns = usualColumns, how: How = 'typed'): readonly Line[] {
  const width = Math.min(columns, usualColumns);
  const rows: string[] = [];
  for (const label of [...answers, ...ways[how]]) {
    const row = rows.at(-1);
    const longer = `${row} · ${label}`;
    if (row === undefined || longer.length > width - 1) rows.push(`  ${label}`);
    else rows[rows.length - 1] = longer;
  }
  return fit(rows, width).map(withKeys);
}

/** How an answer is given: typed and sent with Enter, or with the key alone, as in the demo. */
export type How = 'typed' | 'key';

const ways: Readonly<Record<How, readonly string[]>> = { typed: ['type one, then Enter'], key: [] };

/** A key is the single letter that an answer begins with. */
const withKeys = (row: string): Line =>
  row.split(/(?<=^ {2}| · )([a-z])(?= )/).map((part, at) => (at % 2 === 1 ? span(part, 'accent') : span(part)));

const usualColumns = 80;

/** Every answer to a question of a task. The first letter is enough. */
const answerWords = ['yes', 'no', 'edit', 'allow', 'task', 'why', 'diff', 'done', 'again', 'stop'] as const;
export type AnswerWord = (typeof answerWords)[number];

/** Whether a text is just the key of an answer: if so, it is meant for a question and is not a goal. */
export const isAnswerKey = (text: string): boolean => answerWords.some((word) => word.slice(0, 1) === text.trim().toLowerCase());

/** `keys`: what can be typed. `takesInstead`: whether a no may come with what to do instead. */
export function notUnderstood(answer: string, keys: readonly string[], takesInstead: boolean): string {
  const list = keys.join(', ');
  if (answer.trim() === '') return `Nothing has happened yet. Type one of ${list}.`;
  const isSentence = takesInstead && /\S\s+\S/.test(answer);
  return `"${visible(answer.trim())}" is not one of ${list}. Nothing has happened yet.${isSentence ? ' n followed by a sentence says no, and what to do instead.' : ''}`;
}
