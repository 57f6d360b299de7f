/** Keeps long pastes out of the editor, which keeps a copy of its whole content for undo at every word. Pure. */
import { stripVTControlCharacters } from 'node:util';

export type Pastes = {
  /** What the editor gets: the paste or, if it is long, the same number of empty lines with a mark. */
  hold(text: string): string;
  /** The text with every paste in its place. */
  restored(text: string): string;
  forget(): void;
};

/** Longer pastes are shown only as their length; the same limits as the editor's own. */
const isLong = (text: string, lines: number): boolean => lines > 10 || text.length > 1_000;

export function createPastes(): Pastes {
  const held = new Map<string, string>();
  let last = 0;
  return {
    hold(text) {
      const lines = text.replace(/\n$/, '').split('\n').length;
      if (!isLong(text, lines)) return text;
      last += 1;
      const mark = `\ue000${last}\ue000`;
      const stand = lines > 10 ? `${'\n'.repeat(lines - 1)}${mark}` : mark.padEnd(text.length, '.');
      held.set(stand, text);
      return stand;
    },
    restored(text) {
      let whole = text;
      for (const [stand, paste] of held) if (whole.includes(stand)) whole = whole.replaceAll(stand, () => paste);
      return whole;
    },
    forget: () => held.clear(),
  };
}

/** As text: one kind of line end, no escape sequences, no control characters but tabs. */
export const cleanPaste = (text: string): string => stripVTControlCharacters(text.replaceAll(/\r\n?/g, '\n')).replaceAll(control, '');

const control = /(?![\n\t])\p{Cc}/gu;
