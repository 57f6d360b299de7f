/** While a task or a command runs, typed text is not shown; Ctrl+C and Ctrl+Z work as usual. */
import { readFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { createKeySplitter, type Key } from '../../shell/typing/split-keys.ts';
import { rawInput } from './raw-input.ts';
import { typedText } from './typed-text.ts';

export type QuietInput = Disposable & {
  /** Leaves the terminal to a question or an editor, until it is disposed. */
  pause(): Disposable;
};

export type QuietOptions = {
  readonly interrupt: (() => void) | undefined;
  /** Called at the end with the typed text, if there is any. If this is given, Esc interrupts too; otherwise typed text is not kept. */
  readonly onTyped?: ((text: string) => void) | undefined;
  /** Gets every key as it is pressed, for a view that a key closes. */
  readonly onKeys?: ((text: string) => void) | undefined;
  /** Called before the process is stopped. */
  readonly onSuspend: () => void;
};

/** How long the rest of an arrow key may take; later than that, it was the Escape key. */
const escapeMs = 100;

export function quietInput(input: ReadStream, { interrupt, onTyped, onKeys: onEach, onSuspend }: QuietOptions): QuietInput {
  const splitter = createKeySplitter();
  const decoder = new StringDecoder('utf8'); // keeps the first part of a character that was split
  let typed = '';
  let escaping: NodeJS.Timeout | undefined;
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
  function collect(keys: readonly Key[]): void {
    typed = keys.reduce(typedText, typed);
    if (keys.some((each) => 'key' in each && each.key === '\u001b')) interrupt?.();
  }
  function onKeys(keys: Buffer | string): void {
    const text = decoder.write(Buffer.from(keys));
    clearTimeout(escaping);
    onEach?.(text);
    if (onTyped) collect(splitter.take(text));
    if (splitter.isWaiting) escaping = setTimeout(() => collect(splitter.giveUp()), escapeMs);
    if (text.includes('\u0003')) interrupt?.();
    if (!text.includes('\u001a')) return;
    give();
    onSuspend();
    process.kill(0, 'SIGTSTP'); // stops the whole job, as the terminal itself would; SIGCONT takes the terminal again
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
      clearTimeout(escaping);
      if (typed !== '') onTyped?.(typed);
      typed = '';
    },
  };
}

/** Whether this process is in the foreground of the terminal. False if unknown, in which case typed text is shown. */
function isInForeground(): boolean {
  try {
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}
