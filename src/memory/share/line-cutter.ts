/** Cuts what comes in by pieces into lines. */
import { isUtf8 } from 'node:buffer';

const newline = 0x0a;

/** Takes the next piece and gives the lines that it completes; undefined once there is a line too long, or one that is no text. */
export function createLineCutter(maxBytes: number): (piece: Buffer) => readonly string[] | undefined {
  let begun: Buffer[] = [];
  let begunBytes = 0;

  function complete(rest: Buffer): string | undefined {
    const line = Buffer.concat([...begun, rest]);
    begun = [];
    begunBytes = 0;
    return line.length <= maxBytes && isUtf8(line) ? line.toString() : undefined;
  }

  return (piece) => {
    const lines: string[] = [];
    let from = 0;
    for (let to = piece.indexOf(newline); to >= 0; to = piece.indexOf(newline, from)) {
      const line = complete(piece.subarray(from, to));
      if (line === undefined) return undefined;
      lines.push(line);
      from = to + 1;
    }
    begun.push(piece.subarray(from));
    begunBytes += piece.length - from;
    return begunBytes <= maxBytes ? lines : undefined;
  };
}
