/** The text that results from keys typed while nothing is shown. Pure. */
import type { Key } from '../../shell/typing/split-keys.ts';

/** The text after another key: Backspace removes a character, Ctrl+U the line; keys that write nothing change nothing. */
export function typedText(text: string, key: Key): string {
  if ('paste' in key) return text + key.paste.replaceAll(/\r\n?/g, '\n');
  if (key.key === '\r' || key.key === '\n') return `${text}\n`;
  if (key.key === '\u007f' || key.key === '\b') return [...text].slice(0, -1).join('');
  if (key.key === '\u0015') return text.replace(/[^\n]*$/, '');
  return /^\P{Cc}$/u.test(key.key) ? text + key.key : text;
}
