/** Asks a person at a terminal, one question at a time. Nothing that was typed or pasted before a question was shown can answer it. */
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';

export type Prompter = {
  /** What the person says to it; nothing when they end the input or there is no more need to ask. */
  ask(question: string): Promise<string | undefined>;
};

export type PrompterOptions = {
  readonly input: ReadStream;
  readonly output: NodeJS.WritableStream;
  /** Fires when no answer is needed any more. */
  readonly signal: AbortSignal;
  /** The person pressed Ctrl+C at a question. */
  readonly onInterrupt: () => void;
  /** Keeps others from writing while a question is open. */
  readonly hold?: () => Disposable;
};

/** How long what was typed ahead may take to arrive. */
const drainMs = 40;

export function createPrompter({ input, output, signal, onInterrupt, hold }: PrompterOptions): Prompter {
  let last: Promise<unknown> = Promise.resolve();

  async function askNow(question: string): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    if (await drop(input)) return void onInterrupt();
    using _held = hold?.();
    const lines = createInterface({ input, output, terminal: true, historySize: 0 });
    const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
    lines.once('SIGINT', () => {
      lines.close();
      onInterrupt();
    });
    try {
      return await Promise.race([lines.question(question, { signal }), closed]);
    } catch {
      output.write('\n'); // the question is moot: whatever follows begins on a line of its own
      return undefined;
    } finally {
      lines.close();
      input.pause();
    }
  }

  return {
    ask(question) {
      const answer = last.then(() => askNow(question));
      last = answer.catch(() => {}); // whoever asked sees it
      return answer;
    },
  };
}

/** Throws away what is waiting to be read. True when a Ctrl+C was among it. */
async function drop(input: ReadStream): Promise<boolean> {
  let interrupted = false;
  const hear = (chunk: Buffer | string) => {
    interrupted ||= chunk.toString().includes('\u0003');
  };
  input.setRawMode(true); // or the terminal would hold back a line that is not finished
  input.on('data', hear);
  input.resume();
  await delay(drainMs);
  input.off('data', hear);
  input.pause();
  input.setRawMode(false);
  return interrupted;
}
