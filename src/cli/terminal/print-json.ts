/** Prints results as JSON. On a terminal, control characters are escaped: the meaning of the JSON stays the same, and it cannot draw. */
import type { Terminal } from '../command.ts';

type Printing = Pick<Terminal, 'print' | 'isPrinting'>;

/** One object on one line. */
export const printJson = (value: object, terminal: Printing): void => printJsonText(JSON.stringify(value), terminal);

/** Like `printJson`, for a text that is already JSON. */
export function printJsonText(text: string, { print, isPrinting }: Printing): void {
  print(isPrinting ? text.replaceAll(drawing, escaped) : text);
}

/** Characters that JSON allows inside strings, and `visible` does not. */
const drawing = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
