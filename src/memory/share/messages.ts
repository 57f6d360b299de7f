/** Hands over what a socket receives, message by message. */
import type { Socket } from 'node:net';
import { createLineCutter } from './line-cutter.ts';
import { maxLineBytes } from './wire.ts';

/** `take` is given each message, and says whether it makes sense. After the first thing that does not, nothing is read any more and `garbled` is called. */
export function onMessages(socket: Socket, take: (message: unknown) => boolean, garbled: () => void): void {
  const cut = createLineCutter(maxLineBytes);
  const read = (piece: Buffer) => {
    const lines = cut(piece);
    if (lines?.every((line) => take(parsed(line)))) return;
    socket.off('data', read);
    garbled();
  };
  socket.on('data', read);
}

/** Undefined, which no schema here takes, for what is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
