/** Results as JSON. On a terminal what could draw there is escaped, so that it means the same and does nothing. */
import type { Terminal } from '../command.ts';

type Printing = Pick<Terminal, 'print' | 'isPrinting'>;

/** One object on one line. */
export const printJson = (value: object, terminal: Printing): void => printJsonText(JSON.stringify(value), terminal);

/** The same of what is JSON already. */
export function printJsonText(text: string, { print, isPrinting }: Printing): void {
  print(isPrinting ? text.replaceAll(drawing, escaped) : text);
}

/** What JSON lets stand in a text and `visible` does not: it stands nowhere but in texts. */
const drawing = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
