/** Asks a person at a terminal, one question at a time. Nothing that was typed or pasted before a question was shown can answer it. */
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';

export type Prompter = {
  /** Shows the lines and then the question, when no other is open. Gives what the person says; nothing when they end the input or there is no more need to ask. */
  ask(lines: readonly string[], question: string): Promise<string | undefined>;
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

  async function askNow(lines: readonly string[], question: string): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    using _held = hold?.();
    output.write(lines.map((line) => `${line}\n`).join(''));
    if (await drop(input)) return void onInterrupt();
    const reader = createInterface({ input, output, terminal: true, historySize: 0 });
    const closed = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
    reader.on('SIGCONT', () => reader.resume()); // back from the background, it would wait for ever
    let isInterrupted = false;
    reader.once('SIGINT', () => {
      isInterrupted = true;
      reader.close();
    });
    try {
      const answer = await Promise.race([reader.question(question, { signal }), closed]);
      if (answer === undefined) output.write('\n'); // whatever follows begins on a line of its own
      return answer;
    } catch {
      output.write('\n'); // the question is moot
      return undefined;
    } finally {
      reader.close();
      input.pause();
      if (isInterrupted) onInterrupt();
    }
  }

  return {
    ask(lines, question) {
      const answer = last.then(() => askNow(lines, question));
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
