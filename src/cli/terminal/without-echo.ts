/** While something is waited for, what is typed or pasted is neither shown nor kept; Ctrl+C still interrupts. */
import type { ReadStream } from 'node:tty';

export function withoutEcho(input: ReadStream, interrupt: (() => void) | undefined): Disposable {
  const onData = (chunk: Buffer | string) => {
    if (chunk.toString().includes('\u0003')) interrupt?.();
  };
  input.setRawMode(true);
  input.on('data', onData);
  input.resume();
  return {
    [Symbol.dispose]() {
      input.off('data', onData);
      input.pause();
      input.setRawMode(false);
    },
  };
}
