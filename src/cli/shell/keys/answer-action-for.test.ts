import { expect, test } from 'vitest';
import { type AnswerSituation, answerActionFor } from './answer-action-for.ts';

const asked: AnswerSituation = { isEmpty: true, isStep: false, isLine: false, isWarned: false };
const typed: AnswerSituation = { ...asked, isEmpty: false };
const warned: AnswerSituation = { ...asked, isWarned: true };
const step: AnswerSituation = { ...asked, isStep: true };
const changing: AnswerSituation = { ...step, isEmpty: false, isLine: true };

test.each([
  ['Enter answers', 'enter', typed, 'answer'],
  ['Enter answers with nothing, too', 'enter', asked, 'answer'],
  ['Esc clears what is typed', 'escape', typed, 'clear'],
  ['Esc then stops the task', 'escape', asked, 'stop'],
  ['Esc leaves a line as it was', 'escape', changing, 'back'],
  ['Esc goes back from a part of a question', 'escape', step, 'back'],
  ['Esc first clears what is typed there', 'escape', { ...step, isEmpty: false }, 'clear'],
  ['Ctrl+C clears what is typed', 'ctrl+c', typed, 'clear'],
  ['Ctrl+C clears a line', 'ctrl+c', changing, 'clear'],
  ['Ctrl+C then stops the task', 'ctrl+c', asked, 'stop'],
  ['Ctrl+D warns that it leaves', 'ctrl+d', asked, 'warn'],
  ['Ctrl+D then leaves', 'ctrl+d', warned, 'leave'],
  ['Ctrl+D goes back from a part of a question', 'ctrl+d', step, 'back'],
  ['Ctrl+D deletes within an answer', 'ctrl+d', typed, 'edit'],
  ['Ctrl+G takes a line to the editor', 'ctrl+g', changing, 'write'],
  ['Ctrl+G is of no use elsewhere', 'ctrl+g', typed, 'edit'],
  ['Ctrl+T opens the transcript', 'ctrl+t', typed, 'transcript'],
  ['Ctrl+L redraws the screen', 'ctrl+l', typed, 'redraw'],
  ['Ctrl+Z goes to the background', 'ctrl+z', typed, 'suspend'],
  ['a letter is typed', 'y', asked, 'edit'],
  ['what has no name is typed', undefined, asked, 'edit'],
] as const)('%s', (_, key, situation, action) => {
  expect(answerActionFor(key, situation)).toBe(action);
});
