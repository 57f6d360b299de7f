/**
 * Messages that a program pipes in, one JSON object per line: only whole ones of bounded size get through, so that no input can fill the memory or
 * stop the reader.
 */
import { Transform } from 'node:stream';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { isRecord } from '../checks.ts';

/** Why a line is dropped, and the id of the request in it, if the id can be read. */
export type RefusedLine = { readonly why: 'too long' | 'not JSON' | 'not a message'; readonly id: string | number | null };

type Options = {
  readonly onRefused: (refused: RefusedLine) => void;
  /** The other end has closed its side, so no more lines will come. Called before the reader is told. */
  readonly onEnd?: () => void;
  readonly maxBytes?: number;
};

const newline = 10;

/** Passes on the lines that are JSON-RPC messages. */
export function jsonLines({ onRefused, onEnd = () => {}, maxBytes = 8 << 20 }: Options): Transform {
  const kept: Buffer[] = [];
  let size = 0;
  let isTooLong = false;

  function take(part: Buffer): void {
    size += part.length;
    isTooLong ||= size > maxBytes;
    if (isTooLong) kept.length = 0;
    else kept.push(part);
  }

  function finish(): string | undefined {
    const line = isTooLong ? undefined : Buffer.concat(kept).toString().trim();
    const refused = line === undefined ? ({ why: 'too long', id: null } as const) : whyRefused(line);
    kept.length = 0;
    size = 0;
    isTooLong = false;
    if (line === '') return undefined;
    if (refused) onRefused(refused);
    return refused ? undefined : line;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        take(chunk.subarray(from, at));
        from = at + 1;
        const line = finish();
        if (line !== undefined) this.push(`${line}\n`);
      }
      take(chunk.subarray(from));
      done();
    },
    flush(done) {
      onEnd();
      done();
    },
  });
}

function whyRefused(line: string): RefusedLine | undefined {
  const message = parsedJson(line);
  if (message === undefined) return { why: 'not JSON', id: null };
  if (!isRecord(message)) return { why: 'not a message', id: null };
  const { id = null } = message;
  const isId = id === null || typeof id === 'string' || typeof id === 'number';
  const isMessage = typeof message.method === 'string' || 'result' in message || 'error' in message;
  if (message.jsonrpc === '2.0' && isMessage && isId && (id !== null || !('id' in message) || 'error' in message)) return undefined;
  return { why: 'not a message', id: isId ? id : null };
}

/** The answer to a line that was dropped, in the form of JSON-RPC. */
export const refusalOf = ({ why, id }: RefusedLine): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: why === 'not JSON' ? -32700 : -32600, message: `this line was dropped: it is ${why}` } })}\n`;
