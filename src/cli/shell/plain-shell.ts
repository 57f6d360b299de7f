/** The shell in plain lines: for terminals that cannot draw, screen readers, and whoever asks for it. One task at a time, and no keys but Enter and Ctrl+C. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import type { Settings } from '../../config/settings.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Line } from '../../view/style/line.ts';
import type { Paint } from '../../view/style/paint.ts';
import type { Terminal } from '../command.ts';
import type { Face } from './face.ts';
import type { Shell } from './shell.ts';
import type { History } from './typing/history.ts';

export type PlainShellOptions = {
  readonly terminal: Terminal;
  readonly input: ReadStream;
  readonly paint: Paint;
  readonly history: History;
  readonly settings: () => Promise<Settings>;
  readonly shellWith: (face: Face, leave: () => void) => Shell;
  /** What is shown first. */
  readonly greeting: (columns: number) => readonly Line[];
};

export async function runPlainShell({
  terminal,
  input,
  paint,
  history,
  settings,
  shellWith,
  greeting,
}: PlainShellOptions): Promise<TaskId | undefined> {
  const left = new AbortController();
  const show = (lines: readonly Line[]): void => {
    for (const each of lines) terminal.print(paint(each));
  };
  let interrupt = (): void => {};
  using _interrupts = terminal.takeInterrupts?.(() => interrupt());
  const face: Face = {
    show,
    columns: terminal.width,
    isLive: false,
    changed() {},
    async person(signal) {
      const [{ askPerson }, { createPrompter }] = await Promise.all([import('./ask-person.ts'), import('../terminal/prompter.ts')]);
      return askPerson({
        ...{ input, terminal, signal, settings: await settings(), note: terminal.note },
        prompter: createPrompter(input, { ...terminal, interrupt: () => interrupt() }, signal),
        screen: () => ({ width: terminal.width, height: terminal.height }),
        outside: (work) => work(),
      });
    },
    giveBack: () => false,
    async outside(work) {
      const stop = new AbortController();
      interrupt = () => stop.abort();
      return work({ ...terminal, interrupt: () => stop.abort(), cancel: stop.signal });
    },
  };
  const shell = shellWith(face, () => left.abort());
  terminal.terminate.addEventListener('abort', () => left.abort(), { once: true });
  if (terminal.terminate.aborted) left.abort();
  show(greeting(terminal.width ?? 80));
  const gone = once(left.signal, 'abort');
  while (!left.signal.aborted) {
    const text = await readLine(input, history, left.signal);
    if (text === undefined) break;
    if (text === null) continue;
    void history.add(text);
    interrupt = () => shell.interrupt();
    await shell.send(text);
    await Promise.race([shell.idle(), gone]);
  }
  return shell.close();
}

/** Undefined when the input ends, null when the line was given up with Ctrl+C. */
async function readLine(input: ReadStream, { entries }: History, signal: AbortSignal): Promise<string | null | undefined> {
  const reader = createInterface({ input, output: process.stdout, terminal: true, history: entries.slice(-100).reverse() });
  const gone = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
  const given = new Promise<null>((resolve) => reader.once('SIGINT', () => resolve(null)));
  try {
    return await Promise.race([reader.question('> ', { signal }), gone, given]);
  } catch {
    return undefined; // it is over
  } finally {
    reader.close();
    input.pause();
  }
}
