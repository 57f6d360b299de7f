/** Splits bytes that arrive in chunks into lines, at the byte `\n` or at another byte below 128, which is never part of a longer UTF-8 character. */
export type LineCutter = {
  /** The lines that a chunk completes, without their newlines. A line that lies within one chunk is not copied. */
  cut(piece: Buffer): readonly Buffer[];
  /** The number of bytes in the unfinished line. */
  readonly pending: number;
  /** The unfinished line. */
  rest(): Buffer;
};

const newline = 0x0a;

export function createLineCutter(ending = newline): LineCutter {
  let parts: Buffer[] = [];
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    rest: () => Buffer.concat(parts),
    cut(piece) {
      const lines: Buffer[] = [];
      let from = 0;
      for (let to = piece.indexOf(ending); to !== -1; to = piece.indexOf(ending, from)) {
        const end = piece.subarray(from, to);
        lines.push(pending === 0 ? end : Buffer.concat([...parts, end]));
        parts = [];
        pending = 0;
        from = to + 1;
      }
      if (from === piece.length) return lines;
      parts.push(piece.subarray(from));
      pending += piece.length - from;
      return lines;
    },
  };
}
