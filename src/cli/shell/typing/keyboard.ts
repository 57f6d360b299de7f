/** The keyboard of a terminal: keys and pastes as they are pressed, and the terminal's modes as they were whenever another program has it. */
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { createKeySplitter, type Key } from './split-keys.ts';

export type Keyboard = Disposable & {
  /** Gives the terminal back, as it was; `listen` takes it again. */
  release(): void;
  listen(): void;
  /** What the terminal says of itself; undefined where it does not say so in time. */
  askTerminal(): Promise<TerminalReport | undefined>;
};

type TerminalReport = {
  /** How wide it is by now: what the process is told of that may be late. */
  readonly columns: number;
  /** Where its cursor is, from 0. */
  readonly cursorColumn: number;
};

export type KeyboardOptions = {
  readonly input: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>;
  readonly write: (text: string) => void;
  /** Whether keys come over a network, which may tear them apart. */
  readonly isRemote?: boolean;
  readonly onKey: (key: Key) => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
};

/** Pastes are marked, and keys such as Shift+Enter are told apart where the terminal can (kitty's protocol, flag 1). */
const takeModes = '\u001b[?2004h\u001b[>1u';
const leaveModes = '\u001b[<u\u001b[?2004l';

/** How long the rest of a sequence may take: longer, and Escape feels slow; shorter, and slow connections break keys. */
const sequenceMs = { here: 50, remote: 250 } as const;
/** After so long without a byte, the end of a paste was lost. */
const pasteMs = 2_000;
const reportMs = 300;
/** Where the cursor is, and where it is as far right as it goes. To ask for the width itself (18t) is less common, and some versions of tmux answer it wrongly. */
const askReport = '\u001b[6n\u001b7\u001b[9999C\u001b[6n\u001b8';

export function openKeyboard({ input, write, isRemote = false, onKey, onEnd }: KeyboardOptions): Keyboard {
  const splitter = createKeySplitter();
  let decoder = new StringDecoder('utf8'); // keeps what was cut in the middle of a character
  let isListening = false;
  let giveUp: NodeJS.Timeout | undefined;
  let onColumn: ((column: number) => void) | undefined;
  let asking: Promise<TerminalReport | undefined> | undefined;

  function emit(keys: readonly Key[]): void {
    for (const each of keys) {
      const column = 'key' in each && onColumn ? reportedColumn(each.key) : undefined;
      if (column === undefined) onKey(each);
      else onColumn?.(column);
    }
  }

  async function ask(): Promise<TerminalReport | undefined> {
    const { promise, resolve } = Promise.withResolvers<TerminalReport | undefined>();
    let cursorColumn: number | undefined;
    onColumn = (column) => {
      if (cursorColumn === undefined) cursorColumn = column;
      else resolve({ columns: column + 1, cursorColumn });
    };
    const timer = setTimeout(() => resolve(undefined), reportMs);
    write(askReport);
    const report = await promise;
    clearTimeout(timer);
    onColumn = undefined;
    return report;
  }
  const onData = (chunk: Buffer): void => {
    clearTimeout(giveUp);
    emit(splitter.take(decoder.write(chunk)));
    if (splitter.isPasting) giveUpIn(pasteMs);
    else if (splitter.isWaiting && isRemote) giveUp = setTimeout(settle, sequenceMs.here);
    else if (splitter.isWaiting) giveUpIn(sequenceMs.here);
  };
  const giveUpIn = (ms: number): void => {
    giveUp = setTimeout(() => emit(splitter.giveUp()), ms);
  };
  const settle = (): void => {
    emit(splitter.settle());
    giveUpIn(sequenceMs.remote - sequenceMs.here);
  };

  function listen(): void {
    if (isListening) return;
    isListening = true;
    decoder = new StringDecoder('utf8');
    input.setRawMode(true);
    input.on('data', onData);
    input.on('end', onEnd);
    input.on('error', onEnd);
    input.resume();
    write(takeModes);
  }

  function release(): void {
    if (!isListening) return;
    isListening = false;
    clearTimeout(giveUp);
    splitter.giveUp();
    write(leaveModes);
    input.off('data', onData);
    input.off('end', onEnd);
    input.off('error', onEnd);
    input.setRawMode(false);
    input.pause();
  }

  return {
    listen,
    release,
    async askTerminal() {
      if (!isListening) return undefined;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    [Symbol.dispose]: release,
  };
}

function reportedColumn(key: string): number | undefined {
  const [, column] = /^.\[\d+;(\d+)R$/.exec(key) ?? [];
  return column === undefined ? undefined : Number(column) - 1;
}
