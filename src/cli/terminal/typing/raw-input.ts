/** Delivers every key at once, instead of lines after Enter, until it is disposed. Typed text is not shown. */
import type { ReadStream } from 'node:tty';

export function rawInput(input: ReadStream, onKeys: (keys: Buffer | string) => void): Disposable {
  input.setRawMode(true);
  input.on('data', onKeys);
  input.resume();
  return {
    [Symbol.dispose]() {
      input.off('data', onKeys);
      input.pause();
      input.setRawMode(false);
    },
  };
}
