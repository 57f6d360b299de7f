import { expect, test } from 'vitest';
import { textOf } from '../../../view/style/line.ts';
import { createHistoryPrompt } from './history-prompt.ts';

/** A draft after these keys, and what is shown as a result. */
function after(keys: readonly string[]) {
  let text = 'a draft';
  const pressed: string[] = [];
  const draft = {
    text: () => text,
    setText(set: string) {
      text = set;
    },
    press: (key: string) => void pressed.push(key),
  };
  const prompt = createHistoryPrompt(() => ['list the photos', 'commit it'], draft);
  prompt.open();
  for (const key of keys) prompt.press(key);
  const view = prompt.view();
  return { text, pressed, typed: view?.input.lines, choices: view?.choices.map(textOf), isOpen: prompt.isOpen };
}

test.each([
  ['is open with everything that was sent', [], { typed: [''], choices: ['→ commit it', '  list the photos'], isOpen: true }],
  ['shows what holds the words', ['p', 'h'], { text: 'a draft', typed: ['ph'], choices: ['→ list the photos'], isOpen: true }],
  ['puts what is taken into the draft', ['p', '\r'], { text: 'list the photos', typed: undefined, isOpen: false }],
  ['keeps the draft where nothing was found', ['z', '\r'], { text: 'a draft', isOpen: false }],
  ['keeps the draft when it is left', ['p', '\u001b'], { text: 'a draft', isOpen: false }],
  ['leaves other keys to the draft', ['\u001b[5~'], { pressed: ['\u001b[5~'], isOpen: false }],
])('%s', (_, keys, expected) => {
  expect(after(keys)).toMatchObject(expected);
});
