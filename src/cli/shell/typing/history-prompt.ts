/** The prompt of Ctrl+R: takes the keys during the search of the history, and puts the chosen text into the draft. */
import type { ScreenState } from '../../../view/screen/frame.ts';
import { line } from '../../../view/style/line.ts';
import type { Editor } from './editor.ts';
import { keyName } from './key-name.ts';
import { matches, type Search, searchKey, searchLines } from './search-history.ts';

export type HistoryPrompt = {
  open(): void;
  readonly isOpen: boolean;
  press(key: string): void;
  /** Replaces the draft while the search is open; undefined otherwise. */
  view(): Pick<ScreenState, 'input' | 'choices'> | undefined;
};

export function createHistoryPrompt(entries: () => readonly string[], draft: Pick<Editor, 'setText' | 'press' | 'text'>): HistoryPrompt {
  let search: Search | undefined;
  return {
    open() {
      search = { query: '', at: 0 };
    },
    get isOpen() {
      return search !== undefined;
    },
    press(key) {
      if (!search) return;
      const { query, at } = search;
      const found = matches(entries(), query);
      const next = searchKey(search, key, keyName(key), found.length);
      search = typeof next === 'object' ? next : undefined; // before the draft changes, which redraws
      if (next === 'take') draft.setText(found[at] ?? draft.text());
      if (next === 'pass') draft.press(key);
    },
    view() {
      if (!search) return undefined;
      const { query, at } = search;
      return {
        input: { label: line('history: ', 'accent'), lines: [query], caret: { row: 0, column: query.length } },
        choices: searchLines(matches(entries(), query), at),
      };
    },
  };
}
