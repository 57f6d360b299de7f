/** The terminal at which a person can answer. */
import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Terminal } from '../command.ts';

export type Tty = Disposable & {
  readonly input: ReadStream;
  /** For child processes that talk to the person, such as an editor. */
  readonly fd: number;
};

/** Standard input if it is a terminal; `/dev/tty` if standard input was data. Undefined without a screen. */
export function findTty({ input, width, hangUp = () => {} }: Terminal, inputWasData: boolean): Tty | undefined {
  if (width === undefined) return undefined;
  if (input?.isTTY) return { input, fd: 0, [Symbol.dispose]: () => void input.pause() };
  return inputWasData ? openTty(hangUp) : undefined;
}

function openTty(onGone: () => void): Tty | undefined {
  let fd: number | undefined;
  try {
    fd = openSync('/dev/tty', 'r');
    const stream = new ReadStream(fd).on('error', onGone);
    return { input: stream, fd, [Symbol.dispose]: () => void stream.destroy() };
  } catch {
    if (fd !== undefined) closeSync(fd);
    return undefined; // no terminal
  }
}
