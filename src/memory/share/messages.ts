/** Passes on what a socket receives, message by message. */
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { maxLineBytes } from './protocol.ts';

/**
 * Calls `take` with each message, which returns whether it is valid. After the first invalid message, nothing more is read and `garbled` is called.
 */
export function onMessages(socket: Socket, take: (message: unknown) => boolean, garbled: () => void): void {
  const cutter = createLineCutter();
  const read = (piece: Buffer) => {
    const lines = cutter.cut(piece);
    const isFit = cutter.pending <= maxLineBytes && lines.every((line) => line.length <= maxLineBytes && isUtf8(line));
    if (isFit && lines.every((line) => take(parsedJson(line.toString())))) return;
    socket.off('data', read);
    garbled();
  };
  socket.on('data', read);
}
