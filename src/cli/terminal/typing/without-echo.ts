/** During a wait, typed or pasted text is neither shown nor kept; Ctrl+C still interrupts. */
import type { ReadStream } from 'node:tty';
import { rawInput } from './raw-input.ts';

export const withoutEcho = (input: ReadStream, interrupt: (() => void) | undefined): Disposable =>
  rawInput(input, (keys) => {
    if (keys.toString().includes('\u0003')) interrupt?.();
  });
