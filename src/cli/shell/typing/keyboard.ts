/** The keyboard of a terminal: delivers keys and pastes, and restores the terminal's modes whenever another program has it. */
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { createKeySplitter, type Key } from './split-keys.ts';

export type Keyboard = Disposable & {
  /** Restores the terminal's modes; `listen` takes the terminal again. */
  release(): void;
  listen(): void;
  /** What the terminal reports about itself; undefined if it does not answer in time. */
  askTerminal(): Promise<TerminalReport | undefined>;
};

type TerminalReport = {
  /** Its current width: the process may be notified late. */
  readonly columns: number;
  /** Where its cursor is, from 0. */
  readonly cursorColumn: number;
};

export type KeyboardOptions = {
  readonly input: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>;
  readonly write: (text: string) => void;
  /** Whether keys come over a network, which may split them. */
  readonly isRemote?: boolean;
  readonly onKey: (key: Key) => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
};

/** Enables marked pastes, and distinct keys such as Shift+Enter if the terminal supports them (kitty's protocol, flag 1). */
const takeModes = '\u001b[?2004h\u001b[>1u';
const leaveModes = '\u001b[<u\u001b[?2004l';

/** How long the rest of a sequence may take: with a longer time, Escape feels slow; with a shorter one, slow connections break keys. */
const sequenceMs = { here: 50, remote: 250 } as const;
/** After this long without a byte, the end of a paste is considered lost. */
const pasteMs = 2_000;
const reportMs = 300;
/** Asks for the cursor's position, and for its position at the far right. Asking for the width itself (18t) is less common, and some versions of tmux answer it wrongly. */
const askReport = '\u001b[6n\u001b7\u001b[9999C\u001b[6n\u001b8';

export function openKeyboard({ input, write, isRemote = false, onKey, onEnd }: KeyboardOptions): Keyboard {
  const splitter = createKeySplitter();
  let decoder = new StringDecoder('utf8'); // keeps a character that was cut in two
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
