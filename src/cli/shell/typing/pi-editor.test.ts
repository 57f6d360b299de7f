import { describe, expect, test } from 'vitest';
import { turns } from '../../../../test/support/turns.ts';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { textOf } from '../../../view/style/line.ts';
import type { Completer } from './editor.ts';
import { createPiEditor } from './pi-editor.ts';

const nothing: Completer = { complete: async () => undefined };
const names = ['/cost', '/log'];
const commands: Completer = {
  complete: async (before) =>
    before.startsWith('/')
      ? { prefix: before, choices: names.filter((name) => name.startsWith(before)).map((text) => ({ text, summary: `what ${text} does` })) }
      : undefined,
};

function editorWith(completer = nothing) {
  const editor = createPiEditor({ completer, onChange: () => {}, rows: () => 24 });
  const type = (...keys: readonly string[]) => {
    for (const key of keys) editor.press(key);
  };
  return { editor, type };
}

test('what is typed is text, with a caret at its end', () => {
  const { editor, type } = editorWith();
  type(...'hello 日🙂');
  expect(editor.text()).toBe('hello 日🙂');
  expect(editor.view(40)).toEqual({
    lines: ['hello 日🙂'],
    caret: { row: 0, column: 10 },
    hidden: { above: 0, below: 0 },
    choices: [],
  });
});

test.each([
  ['Ctrl+J', '\n'],
  ['Alt+Enter', '\u001b\r'],
  ['Shift+Enter', '\u001b[13;2u'],
  ['Alt+Enter, as newer terminals tell it', '\u001b[13;3u'],
])('%s begins a line', (_, key) => {
  const { editor, type } = editorWith();
  type('a', key, 'b');
  expect(editor.text()).toBe('a\nb');
  expect(editor.view(40)).toMatchObject({ lines: ['a', 'b'], caret: { row: 1, column: 1 } });
});

test('Enter alone changes nothing: what it means is not for the editor to say', () => {
  const { editor, type } = editorWith();
  type('a', '\r');
  expect(editor.text()).toBe('a');
});

test('a long line is wrapped, and the caret is in the right row', () => {
  const { editor, type } = editorWith();
  type(...'one two three four');
  const { lines, caret } = editor.view(10);
  expect(lines.map((each) => each.trimEnd())).toEqual(['one two', 'three', 'four']);
  expect(caret).toEqual({ row: 2, column: 4 });
});

test('of a long draft it shows the lines around the caret, and says how many are above and below', () => {
  const { editor, type } = editorWith();
  editor.setText(Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n'));
  expect(editor.view(12)).toMatchObject({ lines: { length: 7, 6: 'line 19' }, hidden: { above: 13, below: 0 } });
  type(...Array.from({ length: 10 }, () => '\u001b[A'));
  expect(editor.view(12)).toMatchObject({ lines: { 0: 'line 9' }, hidden: { above: 9, below: 4 } });
});

describe('a paste', () => {
  test('that is short is text like any other', () => {
    const { editor } = editorWith();
    editor.paste('one\r\ntwo');
    expect(editor.view(40).lines).toEqual(['one', 'two']);
  });

  test('of 10,000 lines is one piece, shown by its length, sent in full, and quick', () => {
    const { editor, type } = editorWith();
    const pasted = Array.from({ length: 10_000 }, (_, at) => `line ${at}\twith a tab`).join('\n');
    const before = workedMs();
    type('a', ' ');
    editor.paste(pasted);
    type(...' and what it means');
    expect(editor.view(60).lines.join(' ')).toBe('a [paste #1 +10000 lines] and what it means');
    expect(workedMs() - before).toBeLessThan(1_000);
    expect(editor.text()).toBe(`a ${pasted} and what it means`);
  });

  test('that ends with a line end has no line more than it has', () => {
    const { editor } = editorWith();
    editor.paste('a\n'.repeat(20));
    expect(editor.view(60).lines).toEqual(['[paste #1 +20 lines]']);
    expect(editor.text()).toBe('a\n'.repeat(20));
  });

  test('is deleted as one piece, and another keeps its own text', () => {
    const { editor, type } = editorWith();
    const [first, second] = ['a\n'.repeat(20), 'b'.repeat(2_000)];
    editor.paste(first);
    editor.paste(second);
    expect(editor.text()).toBe(`${first}${second}`);
    type('\u0001', '\u001b[3~'); // to the start, and delete
    expect(editor.text()).toBe(second);
  });

  test('that is taken back and deleted in turns gives what is shown', () => {
    const { editor, type } = editorWith();
    editor.paste('a\n'.repeat(20));
    type('\u007f');
    expect(editor.text()).toBe('');
    type('\u001f'); // undo
    expect(editor.text()).toBe('a\n'.repeat(20));
  });

  test('can neither draw nor press keys', () => {
    const { editor } = editorWith();
    editor.paste('\u001b[31mred\u001b[0m\u0003\u0007\r\n\u001b[201~end\u202e');
    expect(editor.text()).toBe('red\nend\u202e');
    expect(editor.view(40).lines).toEqual(['red', 'end\ufffd']);
  });
});

describe('completions', () => {
  const chosen = async (...keys: readonly string[]) => {
    const { editor, type } = editorWith(commands);
    for (const key of keys) {
      type(key);
      await turns(5);
    }
    return editor;
  };

  test('are offered as soon as there are some', async () => {
    const editor = await chosen('/');
    expect(editor.isChoosing()).toBe(true);
    expect(
      editor
        .view(60)
        .choices.map(textOf)
        .map((text) => text.split(/ {2,}/)),
    ).toEqual([
      ['→ /cost', 'what /cost does'],
      ['', '/log', 'what /log does'],
    ]);
  });

  test('are taken with Tab', async () => {
    const editor = await chosen('/', 'l', '\t');
    expect([editor.text(), editor.isChoosing()]).toEqual(['/log ', false]);
  });

  test('for what the text has gone on from are neither taken nor chosen from', async () => {
    const editor = await chosen('/', 'l');
    for (const key of ' x y') editor.press(key);
    expect(editor.isChoosing()).toBe(false);
    editor.press('\t');
    expect(editor.text()).toBe('/l x y');
  });

  test('are left with Esc', async () => {
    const editor = await chosen('/', '\u001b');
    expect([editor.text(), editor.isChoosing()]).toEqual(['/', false]);
  });
});

test('arrow keys bring back what was sent', () => {
  const { editor, type } = editorWith();
  editor.remember('first');
  editor.remember('second');
  type('\u001b[A', '\u001b[A');
  expect(editor.text()).toBe('first');
  type('\u001b[B');
  expect(editor.text()).toBe('second');
});

test('what the arrow keys bring back can be continued at its end', () => {
  const { editor, type } = editorWith();
  editor.remember('first');
  type('\u001b[A', '!');
  expect(editor.text()).toBe('first!');
});
