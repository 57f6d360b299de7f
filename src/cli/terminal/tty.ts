/** Where a person can answer: the terminal that they look at. */
import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Terminal } from '../command.ts';

export type Tty = Disposable & {
  readonly input: ReadStream;
  /** Its number, for programs that are started to talk to the person. */
  readonly fd: number;
};

/** Standard input where it is a terminal; where it was data, the terminal itself. Nothing where nobody is looking. */
export function findTty({ input, width }: Terminal, inputWasData: boolean): Tty | undefined {
  if (width === undefined) return undefined;
  if (input?.isTTY) return { input, fd: 0, [Symbol.dispose]: () => void input.pause() };
  return inputWasData ? openTty() : undefined;
}

function openTty(): Tty | undefined {
  let fd: number | undefined;
  try {
    fd = openSync('/dev/tty', 'r');
    const stream = new ReadStream(fd);
    return { input: stream, fd, [Symbol.dispose]: () => void stream.destroy() };
  } catch {
    if (fd !== undefined) closeSync(fd);
    return undefined; // there is none
  }
}
