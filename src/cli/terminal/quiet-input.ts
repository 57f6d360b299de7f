/** While a task runs, what is typed is neither shown nor kept; Ctrl+C and Ctrl+Z do what they always do. */
import { readFileSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { rawInput } from './raw-input.ts';

export type QuietInput = Disposable & {
  /** Leaves the terminal to a question or an editor, until it is disposed. */
  pause(): Disposable;
};

export type QuietOptions = {
  readonly interrupt: (() => void) | undefined;
  /** Called before the process is stopped. */
  readonly onSuspend: () => void;
};

export function quietInput(input: ReadStream, { interrupt, onSuspend }: QuietOptions): QuietInput {
  let raw: Disposable | undefined;
  let pauses = 0;
  const give = (): void => {
    raw?.[Symbol.dispose]();
    raw = undefined;
  };
  /** A process in the background that changed the terminal would be stopped. */
  const take = (): void => {
    if (pauses === 0 && isInForeground()) raw ??= rawInput(input, onKeys);
  };
  function onKeys(keys: Buffer | string): void {
    const text = keys.toString();
    if (text.includes('\u0003')) interrupt?.();
    if (!text.includes('\u001a')) return;
    give();
    onSuspend();
    process.kill(0, 'SIGTSTP'); // the whole job, as the terminal itself would; SIGCONT takes it again
  }
  process.on('SIGCONT', take);
  process.on('exit', give);
  take();
  return {
    pause() {
      pauses += 1;
      give();
      return {
        [Symbol.dispose]() {
          pauses -= 1;
          take();
        },
      };
    },
    [Symbol.dispose]() {
      pauses += 1;
      process.off('SIGCONT', take);
      process.off('exit', give);
      give();
    },
  };
}

/** Whether the terminal belongs to this process. False where that is unknown: then what is typed is shown. */
function isInForeground(): boolean {
  try {
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}
