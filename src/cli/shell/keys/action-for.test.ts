import { expect, test } from 'vitest';
import { actionFor, type Situation } from './action-for.ts';

const idle: Situation = { isRunning: false, isEmpty: true, isChoosing: false, isCompletable: false, isQueued: false, isWarned: false };
const draft: Situation = { ...idle, isEmpty: false };
const running: Situation = { ...idle, isRunning: true };
const both: Situation = { ...draft, isRunning: true };

test.each([
  ['Enter sends a draft', 'enter', draft, 'send'],
  ['Enter queues it while a task runs', 'enter', both, 'queue'],
  ['Enter takes what is chosen', 'enter', { ...draft, isChoosing: true }, 'choose'],
  ['Enter at an empty prompt does nothing of its own', 'enter', idle, 'edit'],
  ['Tab completes', 'tab', draft, 'edit'],
  ['Tab steers while a task runs', 'tab', both, 'steer'],
  ['Tab completes then, too, where something can be completed', 'tab', { ...both, isCompletable: true }, 'edit'],
  ['Tab takes what is chosen', 'tab', { ...both, isChoosing: true }, 'edit'],
  ['Tab without a draft steers nobody', 'tab', running, 'edit'],
  ['Up pulls back what waits', 'up', { ...running, isQueued: true }, 'pull'],
  ['Up is for the draft when there is one', 'up', { ...both, isQueued: true }, 'edit'],
  ['Esc interrupts', 'escape', both, 'interrupt'],
  ['Esc leaves the choice first', 'escape', { ...both, isChoosing: true }, 'edit'],
  ['Esc without a task interrupts nothing', 'escape', draft, 'edit'],
  ['Ctrl+C clears a draft first', 'ctrl+c', both, 'clear'],
  ['Ctrl+C then cancels the task', 'ctrl+c', running, 'interrupt'],
  ['Ctrl+C then warns', 'ctrl+c', idle, 'warn'],
  ['Ctrl+C then leaves', 'ctrl+c', { ...idle, isWarned: true }, 'leave'],
  ['Ctrl+D leaves at an empty prompt', 'ctrl+d', idle, 'leave'],
  ['Ctrl+D deletes within a draft', 'ctrl+d', draft, 'edit'],
  ['Ctrl+D warns while a task runs', 'ctrl+d', running, 'warn'],
  ['Ctrl+D then leaves', 'ctrl+d', { ...running, isWarned: true }, 'leave'],
  ['Ctrl+R searches the history', 'ctrl+r', draft, 'search'],
  ['Ctrl+G opens the editor', 'ctrl+g', draft, 'write'],
  ['Ctrl+T opens the transcript', 'ctrl+t', running, 'transcript'],
  ['Ctrl+L redraws the screen', 'ctrl+l', both, 'redraw'],
  ['Ctrl+Z suspends', 'ctrl+z', running, 'suspend'],
  ['a letter is for the editor', 'a', idle, 'edit'],
  ['text without a name is for the editor', undefined, idle, 'edit'],
] as const)('%s', (_, key, situation, expected) => {
  expect(actionFor(key, situation)).toBe(expected);
});
