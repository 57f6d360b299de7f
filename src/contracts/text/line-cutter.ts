/** Splits bytes that arrive in pieces into lines, at the byte `\n`, which is never part of another UTF-8 character. */
export type LineCutter = {
  /** The lines that a piece completes, without their newlines. A line that lies within one piece is not copied. */
  cut(piece: Buffer): readonly Buffer[];
  /** How many bytes of an unfinished line there are. */
  readonly pending: number;
  /** The unfinished line. */
  rest(): Buffer;
};

const newline = 0x0a;

export function createLineCutter(): LineCutter {
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
      for (let to = piece.indexOf(newline); to !== -1; to = piece.indexOf(newline, from)) {
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
