/** The adapter for the editor of pi-tui. */
import type { AutocompleteProvider } from '@earendil-works/pi-tui/dist/autocomplete.js';
import { Editor as PiEditor } from '@earendil-works/pi-tui/dist/components/editor.js';
import { CURSOR_MARKER, type TUI } from '@earendil-works/pi-tui/dist/tui.js';
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, line, span } from '../../../view/style/line.ts';
import { widthOf } from '../../../view/wrap.ts';
import type { Completer, Editor, EditorView } from './editor.ts';
import { keyName } from './key-name.ts';
import { cleanPaste, createPastes } from './pastes.ts';

export type PiEditorOptions = {
  readonly completer: Completer;
  /** Called when a redraw is needed without a key press, because completions have arrived. */
  readonly onChange: () => void;
  readonly rows: () => number;
};

/** pi-tui paints with functions from text to text: ours put a mark in front, from which the styles are read back. */
const border = '\u0001';
const chosen = '\u0002';
const muted = '\u0003';
const marked = (mark: string) => (text: string) => `${mark}${text}`;
const theme = {
  borderColor: marked(border),
  selectList: {
    selectedPrefix: marked(''),
    selectedText: marked(chosen),
    description: marked(muted),
    scrollInfo: marked(muted),
    noMatch: marked(muted),
  },
};

/** Its borders contain the number of lines that it does not show. */
class BorderedEditor extends PiEditor {
  protected override renderTopBorder(_: number, hidden: number): string {
    return `${border}${hidden}`;
  }
  protected override renderBottomBorder(_: number, hidden: number): string {
    return `${border}${hidden}`;
  }
}

export function createPiEditor({ completer, onChange, rows }: PiEditorOptions): Editor {
  const terminal = {
    get rows() {
      return rows();
    },
  };
  const tui = { requestRender: onChange, terminal } as unknown as TUI; // the editor uses no other members
  const editor = new BorderedEditor(tui, theme);
  const pastes = createPastes();
  editor.focused = true; // so that it reports where the caret is
  editor.disableSubmit = true; // the shell handles Enter
  let offeredFor = ''; // choices arrive later than keys: the text may have changed meanwhile
  editor.setAutocompleteProvider(providerOf(completer, (prefix) => (offeredFor = prefix)));
  const beforeCaret = (): string => {
    const { line: row, col } = editor.getCursor();
    return textBefore(editor.getLines(), row, col);
  };
  return {
    press(key) {
      const name = keyName(key);
      const before = editor.getText();
      editor.handleInput(name === 'alt+enter' ? '\n' : key);
      const isRecalled = name === 'up' && editor.getText() !== before;
      if (isRecalled && editor.getLines().length === 1) editor.handleInput(lineEnd); // otherwise the caret would be at the start
    },
    paste(text) {
      const clean = cleanPaste(text);
      if (clean !== '') editor.handleInput(`\u001b[200~${pastes.hold(clean)}\u001b[201~`);
    },
    text: () => pastes.restored(editor.getExpandedText()),
    beforeCaret,
    setText(text) {
      editor.setText(text);
      pastes.forget();
    },
    remember: (text) => editor.addToHistory(text),
    isChoosing: () => editor.isShowingAutocomplete() && beforeCaret().endsWith(offeredFor),
    view: (columns) => viewOf(editor.render(columns)),
  };
}

/** Ctrl+E. */
const lineEnd = '\u0005';

/** The text is between two borders, and the choices are below it. */
function viewOf(rendered: readonly string[]): EditorView {
  const end = rendered.findLastIndex((text) => text.startsWith(border));
  let caret = { row: 0, column: 0 };
  const lines = rendered.slice(1, end).map((text, row) => {
    const [before = '', after] = withoutCursor(text).split(CURSOR_MARKER);
    if (after === undefined) return visible(before.trimEnd());
    const shown = visible(before);
    caret = { row, column: widthOf(shown) };
    return `${shown}${visible(after.trimEnd())}`;
  });
  const hidden = { above: hiddenBy(rendered[0]), below: hiddenBy(rendered[end]) };
  return { lines, caret, hidden, choices: rendered.slice(end + 1).map(choiceLine) };
}

const hiddenBy = (borderRow = border): number => Number(borderRow.slice(border.length));

/** Removes the cursor that the editor draws: the terminal shows its own. */
const withoutCursor = (text: string): string => text.replaceAll('\u001b[7m', '').replaceAll('\u001b[0m', '');

function choiceLine(text: string): Line {
  const clean = text.trimEnd();
  if (clean.startsWith(chosen)) return line(visible(clean.slice(1)), 'accent');
  const [name = '', summary = ''] = clean.split(muted);
  return [span(visible(name)), span(visible(summary), 'muted')].filter((each) => each.text !== '');
}

const textBefore = (lines: readonly string[], row: number, column: number): string =>
  [...lines.slice(0, row), (lines[row] ?? '').slice(0, column)].join('\n');

function providerOf(completer: Completer, onOffer: (prefix: string) => void): AutocompleteProvider {
  return {
    async getSuggestions(lines, row, column, { signal, force = false }) {
      const found = await completer.complete(textBefore(lines, row, column), { signal, isAsked: force });
      if (!found || signal.aborted) return null;
      onOffer(found.prefix);
      return {
        prefix: found.prefix,
        items: found.choices.map(({ text, summary }) => ({
          value: text,
          label: visible(text),
          ...(summary !== undefined && { description: summary }),
        })),
      };
    },
    applyCompletion(lines, row, column, { value }, prefix) {
      const text = lines[row] ?? '';
      if (!text.slice(0, column).endsWith(prefix)) return { lines, cursorLine: row, cursorCol: column };
      const start = column - prefix.length;
      const rest = text.slice(column);
      const space = value.endsWith('/') || rest.startsWith(' ') ? '' : ' ';
      const changed = `${text.slice(0, start)}${value}${space}${rest}`;
      return { lines: lines.with(row, changed), cursorLine: row, cursorCol: start + value.length + space.length };
    },
  };
}
