/** Asks a person at a terminal, one question at a time. Text that was typed or pasted before a question was shown cannot answer it. */
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import type { Terminal } from '../command.ts';
import { onAbort } from './on-abort.ts';

export type Prompter = {
  /** Shows the lines and then the question, once no other question is open. Undefined if the input ends, or an answer is no longer needed. */
  ask(lines: readonly string[], question: string, kind?: QuestionKind): Promise<string | undefined>;
  /**
   * Lets the person edit a line in place: Enter accepts it, Esc leaves it as it was, Ctrl+G opens their editor. Undefined if they leave the line, and
   * where `ask` returns undefined.
   */
  editLine(question: string, text: string): Promise<EditedLine | undefined>;
};

/**
 * How a question is left without an answer. Esc clears the input, then acts by the kind of question: a `step` is part of a question that is asked
 * again, so Esc and Ctrl+D return to that question; for a question of a `task` or a `decision`, Esc stops the task. Ctrl+D does not answer a
 * `decision`.
 */
export type QuestionKind = 'step' | 'task' | 'decision';

/** The line as edited so far. `isForEditor`: the person wants to continue in their editor. */
export type EditedLine = { readonly text: string; readonly isForEditor: boolean };

/** What the keys do while a line is edited. */
export const editLineKeys = 'Enter accepts it · Esc goes back · Ctrl+G opens your editor';

export type GuardedPrompter = Prompter & {
  /** Like `ask`, but input is shown only as long as `isShown` returns true. Several lines that are pasted at once are one answer. */
  askGuarded(lines: readonly string[], question: string, isShown: (typed: string) => boolean): Promise<string | undefined>;
};

/** Whether an answer is a plain yes. */
export const isYes = (answer: string | undefined): boolean => /^y(es)?$/i.test(answer?.trim() ?? '');

/** How long the rest of an arrow key may take; later than that, it was the Escape key. */
const escapeMs = { here: 50, remote: 250 } as const;

/** How long typed-ahead input may take to arrive. */
const drainMs = 40;

/** Stops the whole job, as the terminal itself would. If only one process stopped, those that started it would wait for it, and so would the terminal. */
function suspend(input: ReadStream, reader: Interface): void {
  process.once('SIGCONT', () => {
    input.setRawMode(true);
    reader.resume();
    reader.prompt(true);
  });
  input.setRawMode(false);
  process.kill(0, 'SIGTSTP');
}

/** Asks on stderr, and reads from `input`. The signal fires when answers are no longer needed. */
export function createPrompter(
  input: ReadStream,
  { interrupt, hold, env }: Pick<Terminal, 'interrupt' | 'hold' | 'env'>,
  signal: AbortSignal,
): GuardedPrompter {
  const output = process.stderr;
  const escapeCodeTimeout = escapeMs[env.SSH_CONNECTION === undefined ? 'here' : 'remote'];
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function askNow(
    lines: readonly string[],
    question: string,
    { isShown, text, esc = 'leaves', onKey }: Asking = {},
  ): Promise<string | undefined> {
    if (signal.aborted || isStopped) return undefined; // a question of which this one was a part is not shown again
    using _held = hold?.();
    output.write(lines.map((line) => `${line}\n`).join(''));
    if (await drop(input)) return void stop();
    const echo = isShown ? guarded(output, () => reader.line === '' || isShown(reader.line)) : output;
    const reader: Interface = createInterface({ input, output: echo, terminal: true, historySize: 0, escapeCodeTimeout });
    const more: string[] = [];
    if (isShown) reader.on('line', (line) => void more.push(line)); // the lines after the first
    const closed = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
    reader.on('error', () => reader.close()); // the terminal is gone
    reader.on('SIGTSTP', () => suspend(input, reader));
    const [needless, over] = [new AbortController(), new AbortController()];
    onAbort(signal, () => needless.abort(), over.signal); // a reader that is closed would still answer the signal itself, with a line of its own
    let isInterrupted = false;
    reader.once('SIGINT', () => {
      isInterrupted = true;
      reader.close();
    });
    const onEscape = (): void => {
      if (esc !== 'leaves at once' && reader.line !== '') return clearLine(reader);
      isInterrupted = esc === 'stops';
      reader.close();
    };
    try {
      const asked = reader.question(question, { signal: needless.signal });
      if (text !== undefined) reader.write(text);
      using _keys = onKeys(input, (key) => {
        for (let left = escapesIn(key); left > 0; left -= 1) onEscape();
        onKey?.(key, reader);
      });
      const answer = await Promise.race([asked, closed]);
      if (answer === undefined) output.write('\n'); // the next text starts on a new line
      return answer === undefined || !isShown ? answer : [answer, ...more].join('\n');
    } catch {
      output.write('\n'); // the answer is no longer needed
      return undefined;
    } finally {
      over.abort();
      reader.close();
      input.pause();
      if (isInterrupted) stop();
    }
  }

  function stop(): void {
    isStopped = true;
    interrupt?.();
  }

  async function editNow(question: string, text: string): Promise<EditedLine | undefined> {
    let forEditor: string | undefined;
    const onKey: Asking['onKey'] = ({ name, ctrl }, reader) => {
      if (!ctrl || name !== 'g') return;
      forEditor = reader.line;
      reader.close();
    };
    const answer = await askNow([`  ${editLineKeys}`], question, { text, esc: 'leaves at once', onKey });
    if (forEditor !== undefined) return { text: forEditor, isForEditor: true };
    return answer === undefined ? undefined : { text: answer, isForEditor: false };
  }

  /** Asks again after a Ctrl+D, unless the input has ended or the answer is no longer needed. */
  async function askDecision(lines: readonly string[], question: string): Promise<string | undefined> {
    let shown = lines;
    await nextTurn(); // earlier events are shown before the question
    for (;;) {
      let isLeft = false;
      const onKey = ({ name, ctrl }: KeyPress): void => {
        isLeft = ctrl === true && name === 'd'; // the last key before the end
      };
      const answer = await askNow(shown, question, { esc: 'stops', onKey });
      if (answer !== undefined || !isLeft || signal.aborted) return answer;
      shown = ['Ctrl+D does not answer this. Ctrl+C stops it.'];
    }
  }

  const askOfTask = (lines: readonly string[], question: string) => askNow(lines, question, { esc: 'stops' });
  const asking = { step: askNow, task: askOfTask, decision: askDecision, any: askNow } as const;

  function inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = last.then(ask);
    last = answer.catch(() => {}); // the caller sees the error
    return answer;
  }

  return {
    ask: (lines, question, kind) => inTurn(() => asking[kind ?? 'any'](lines, question)),
    editLine: (question, text) => inTurn(() => editNow(question, text)),
    askGuarded: (lines, question, isShown) => inTurn(() => askNow(lines, question, { isShown })),
  };
}

type Asking = {
  readonly isShown?: (typed: string) => boolean;
  /** The initial text of the answer. */
  readonly text?: string;
  /** What Esc does, at once or after it has cleared the input. */
  readonly esc?: 'leaves' | 'stops' | 'leaves at once';
  readonly onKey?: (key: KeyPress, reader: Interface) => void;
};

type KeyPress = { readonly name?: string; readonly ctrl?: boolean; readonly sequence?: string };

/** An Esc that arrives together with another Esc or with Enter is read as one key. */
const escapesIn = ({ sequence }: KeyPress): number =>
  sequence === '\u001b\u001b' ? 2 : sequence === '\u001b' || sequence === '\u001b\r' ? 1 : 0;

function clearLine(reader: Interface): void {
  reader.write(null, { ctrl: true, name: 'e' });
  reader.write(null, { ctrl: true, name: 'u' });
}

const onKeys = (input: ReadStream, seen: (key: KeyPress) => unknown): Disposable => {
  const onKey = (_: unknown, key: KeyPress): void => void seen(key);
  input.on('keypress', onKey);
  return { [Symbol.dispose]: () => void input.off('keypress', onKey) };
};

/** The output, without the reader's echo while input is hidden, and without anything after the first line. */
function guarded(output: NodeJS.WriteStream, isShown: () => boolean): Writable {
  let isOver = false;
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      const isEnd = /^\r?\n$/.test(chunk);
      if (!isOver && (isEnd || isShown())) output.write(chunk);
      isOver ||= isEnd;
      done();
    },
  });
}

/** Discards input that is waiting to be read. True when it contained a Ctrl+C. */
async function drop(input: ReadStream): Promise<boolean> {
  let isInterrupted = false;
  const onData = (chunk: Buffer | string) => {
    isInterrupted ||= chunk.toString().includes('\u0003');
  };
  input.setRawMode(true); // otherwise the terminal would hold back an unfinished line
  input.on('data', onData);
  input.resume();
  await delay(drainMs);
  input.off('data', onData);
  input.pause();
  input.setRawMode(false);
  return isInterrupted;
}
