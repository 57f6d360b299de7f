import { expect, test } from 'vitest';
import { textOf } from '../../../view/style/line.ts';
import { type HintSituation, hintFor } from './hint-for.ts';

const idle: HintSituation = {
  ...{ isRunning: false, isStopping: false, isEmpty: true, isQueued: false },
  ...{ isAsking: false, isStep: false, isEditing: false, isSearching: false, notice: undefined },
};
const asked: HintSituation = { ...idle, isRunning: true, isAsking: true };

test.each<[string, HintSituation, string]>([
  ['at a question', asked, 'Esc stops the task'],
  ['with text typed there', { ...asked, isEmpty: false }, 'Enter answers · Esc clears what is typed'],
  ['at a part of a question', { ...asked, isStep: true }, 'Esc goes back to the question'],
  ['with text typed there, too', { ...asked, isStep: true, isEmpty: false }, 'Enter answers · Esc clears what is typed'],
  [
    'at a line that is changed',
    { ...asked, isStep: true, isEditing: true, isEmpty: false },
    'Enter accepts it · Esc goes back · Ctrl+G opens your editor',
  ],
  ['beside what waits', { ...idle, isQueued: true, isEmpty: false }, 'Enter sends this first, then what is queued'],
  ['after a warning', { ...asked, notice: 'again leaves' }, 'again leaves'],
])('%s', (_, situation, hint) => {
  expect(textOf(hintFor(situation))).toBe(hint);
});
