/** Lines typed while a task runs in the plain shell. They are read at once, because a terminal discards unread input when Ctrl+C is pressed. */
import type { ReadStream } from 'node:tty';

export type TypedAhead = {
  /** Reads until it is disposed. */
  listen(): Disposable;
  /** Leaves the input to another reader until it is disposed. */
  pause(): Disposable;
  /** What has been typed since the last call, line by line. */
  take(): readonly string[];
};

export function createTypedAhead(input: Pick<ReadStream, 'on' | 'off' | 'resume' | 'pause'>): TypedAhead {
  let typed = '';
  let [isListening, pauses, isReading] = [false, 0, false];
  const onData = (chunk: Buffer | string): void => {
    typed += chunk.toString();
  };
  function update(): void {
    const wanted = isListening && pauses === 0;
    if (wanted === isReading) return;
    isReading = wanted;
    input[wanted ? 'on' : 'off']('data', onData);
    input[wanted ? 'resume' : 'pause']();
  }
  return {
    listen() {
      isListening = true;
      update();
      return {
        [Symbol.dispose]() {
          isListening = false;
          update();
        },
      };
    },
    pause() {
      pauses += 1;
      update();
      return {
        [Symbol.dispose]() {
          pauses -= 1;
          update();
        },
      };
    },
    take() {
      const lines = typed.split(/\r\n?|\n/).filter((each) => each.trim() !== '');
      typed = '';
      return lines;
    },
  };
}
