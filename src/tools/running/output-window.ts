/** Keeps the beginning and the end of an output of any length in a limited amount of memory, in whole UTF-8 characters. */

/** One of the streams that write to a window. A character that arrives in parts stays whole, whatever other streams write in between. */
type Writer = { readonly write: (chunk: Buffer) => void; readonly end: () => void };

type OutputWindow = {
  readonly open: () => Writer;
  /** The number of bytes that have been written. */
  readonly bytes: () => number;
  /** The kept output, with a line in the middle that says how much is missing. */
  readonly read: () => { readonly text: string; readonly truncated: boolean };
};

/** Keeps the first `headBytes` and the last `tailBytes`. */
export function createOutputWindow(headBytes: number, tailBytes: number): OutputWindow {
  const head = Buffer.alloc(headBytes);
  const tail = Buffer.alloc(tailBytes); // a ring: byte n after the head is at n modulo its length
  let written = 0;

  function write(chunk: Buffer): void {
    const intoHead = chunk.copy(head, Math.min(written, headBytes));
    written += intoHead;
    const rest = chunk.subarray(intoHead);
    const last = rest.subarray(Math.max(0, rest.length - tailBytes));
    const start = (written + rest.length - last.length - headBytes) % tailBytes;
    if (last.length > 0) last.copy(tail, 0, last.copy(tail, start)); // what does not fit at the end of the ring continues at its start
    written += rest.length;
  }

  function read(): { text: string; truncated: boolean } {
    const afterHead = Math.max(0, written - headBytes);
    if (afterHead <= tailBytes) {
      const whole = Buffer.concat([head.subarray(0, written - afterHead), tail.subarray(0, afterHead)]);
      return { text: whole.toString(), truncated: false };
    }
    const oldest = afterHead % tailBytes;
    const ring = Buffer.concat([tail.subarray(oldest), tail.subarray(0, oldest)]);
    const first = head.subarray(0, wholeCharacters(head));
    const last = ring.subarray(brokenCharacter(ring));
    const gap = `[… ${written - first.length - last.length} bytes left out …]\n`;
    return { text: `${first}${first.length > 0 ? '\n' : ''}${gap}${last}`, truncated: true };
  }

  function open(): Writer {
    let pending = Buffer.alloc(0);
    return {
      write(chunk) {
        const bytes = Buffer.concat([pending, chunk]);
        const end = wholeCharacters(bytes);
        pending = bytes.subarray(end);
        write(bytes.subarray(0, end));
      },
      end: () => write(pending),
    };
  }

  return { open, bytes: () => written, read };
}

const isContinuation = (byte: number): boolean => (byte & 0b1100_0000) === 0b1000_0000;

/** The length of the bytes without an incomplete character at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** How many bytes at the start belong to a character that begins before them. */
function brokenCharacter(bytes: Buffer): number {
  const start = bytes.subarray(0, 4).findIndex((byte) => !isContinuation(byte));
  return Math.max(start, 0);
}
