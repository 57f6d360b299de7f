/** The shell in plain lines: for terminals that cannot draw, for screen readers, and on request. One task at a time, and no keys but Enter and Ctrl+C. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import type { Settled } from '../../config/settle.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, line } from '../../view/style/line.ts';
import type { Paint } from '../../view/style/paint.ts';
import type { Terminal } from '../command.ts';
import type { Shell } from './shell.ts';
import type { ShellDisplay } from './shell-display.ts';
import { createTypedAhead } from './typed-ahead.ts';
import type { History } from './typing/history.ts';

export type PlainShellOptions = {
  readonly terminal: Terminal;
  readonly input: ReadStream;
  readonly paint: Paint;
  readonly history: History;
  readonly settings: () => Promise<Settled>;
  readonly shellWith: (display: ShellDisplay, leave: () => void) => Shell;
  /** What is shown first. */
  readonly greeting: (columns: number) => readonly Line[];
  /** What the first line begins with. */
  readonly draft?: string;
};

export async function runPlainShell({
  terminal,
  input,
  paint,
  history,
  settings,
  shellWith,
  greeting,
  draft: typed = '',
}: PlainShellOptions): Promise<TaskId | undefined> {
  const left = new AbortController();
  const show = (lines: readonly Line[]): void => {
    for (const each of lines) terminal.print(paint(each));
  };
  let draft = typed;
  let interrupt = (): void => {};
  using _interrupts = terminal.takeInterrupts?.(() => interrupt());
  const ahead = createTypedAhead(input);
  const hold = (): Disposable => {
    const [paused, held] = [ahead.pause(), terminal.hold?.()];
    return {
      [Symbol.dispose]() {
        held?.[Symbol.dispose]();
        paused[Symbol.dispose]();
      },
    };
  };
  const display: ShellDisplay = {
    show,
    isEchoing: true,
    columns: terminal.width,
    isLive: false,
    changed() {},
    async person(signal, question, aboutOf) {
      const [{ askPerson }, { createPrompter }] = await Promise.all([import('./ask-person.ts'), import('../terminal/prompter.ts')]);
      const prompter = (open: AbortSignal) =>
        createPrompter(input, { hold, interrupt: () => interrupt(), env: terminal.env }, AbortSignal.any([signal, open]));
      return askPerson({
        ...{ input, terminal, signal, aboutOf, settings: await settings(), note: terminal.note },
        prompter: {
          ask: (...asked) => prompter(question()).ask(...asked),
          editLine: (...asked) => prompter(question()).editLine(...asked),
        },
        screen: () => ({ width: terminal.width, height: terminal.height }),
        async outside(work) {
          using _paused = ahead.pause();
          return await work();
        },
      });
    },
    giveBack: () => false,
    async outside(work) {
      using _paused = ahead.pause();
      const stop = new AbortController();
      interrupt = () => stop.abort();
      const takeTyped = (text: string): void => {
        draft = text;
      };
      return await work({ ...terminal, takeTyped, live: undefined, interrupt: () => stop.abort(), cancel: stop.signal }); // nothing is redrawn
    },
  };
  const shell = shellWith(display, () => left.abort());
  terminal.terminate.addEventListener('abort', () => left.abort(), { once: true });
  if (terminal.terminate.aborted) left.abort();
  show(greeting(terminal.width ?? 80));
  const gone = once(left.signal, 'abort');
  input.once('end', () => left.abort());
  const waiting: string[] = [];
  let [isWarned, isInterrupted] = [false, false];
  while (!left.signal.aborted) {
    const next = waiting.shift();
    const isSent = next !== undefined && !isInterrupted;
    if (isSent) show([line(`> ${visible(next)}`)]);
    const read: Read | undefined = isSent ? { text: next } : await readLine(input, history, left.signal, next ?? draft);
    if (!isSent) draft = '';
    if (read === undefined) {
      show([line('')]); // what comes next begins on a new line
      break;
    }
    if ('clearedText' in read) {
      void history.add(read.clearedText);
      const isEmpty = read.clearedText === '';
      if (isEmpty && isWarned) break;
      show([line(isEmpty ? 'Press it again to exit.' : '')]);
      isWarned = isEmpty;
      continue;
    }
    isWarned = false;
    void history.add(read.text);
    isInterrupted &&= waiting.length > 0;
    interrupt = () => {
      isInterrupted = true;
      shell.interrupt();
    };
    using _listening = ahead.listen();
    await shell.send(read.text);
    await Promise.race([shell.idle(), gone]);
    waiting.push(...ahead.take());
  }
  return shell.close();
}

/** A line that was sent, or that was cleared with Ctrl+C. */
type Read = { readonly text: string } | { readonly clearedText: string };

/** Undefined when the input ends. `draft`: what the line begins with. */
async function readLine(input: ReadStream, { entries }: History, signal: AbortSignal, draft = ''): Promise<Read | undefined> {
  const reader = createInterface({ input, output: process.stdout, terminal: true, history: entries.slice(-100).reverse() });
  reader.on('error', () => reader.close()); // the terminal is gone
  const gone = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
  const cleared = new Promise<Read>((resolve) => reader.once('SIGINT', () => resolve({ clearedText: reader.line })));
  try {
    const sent = reader.question('> ', { signal }).then((text) => ({ text }));
    reader.write(draft);
    return await Promise.race([sent, gone, cleared]);
  } catch {
    return undefined; // the signal ended it
  } finally {
    reader.close();
    input.pause();
  }
}
