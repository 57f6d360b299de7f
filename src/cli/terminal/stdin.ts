/** Reads what was piped in. It does not wait forever for an open pipe that stays silent, and reports data that arrives afterwards. */
import { fstatSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';

export type Input = {
  readonly data: Buffer | undefined;
  /** Whether a pipe or a file ended without any data: some was meant to be passed. */
  readonly isEmpty: boolean;
  /** Fires when data arrives after the wait has been given up. */
  readonly late: AbortSignal;
};

export type InputOptions = {
  readonly stream: typeof process.stdin;
  /** Whether to wait for the end of the input indefinitely. */
  readonly isPatient: boolean;
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
  readonly waitMs?: number;
};

const maxBytes = 64 * 1024 * 1024;

/** Reads standard input when it is a pipe or a file. Throws `usage` when it is too long, `cancelled` when the signal fires. */
export async function readInput({ stream, isPatient, note, signal, waitMs = 3_000 }: InputOptions): Promise<Input> {
  const late = new AbortController();
  const kind = stream.isTTY ? undefined : kindOf(stream);
  if (kind === undefined) return { data: undefined, isEmpty: false, late: late.signal };
  const chunks: Buffer[] = [];
  let size = 0;
  let givenUp = false;
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  stream.on('data', (chunk: Buffer) => {
    if (givenUp) return late.abort();
    began.resolve();
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes)
      ended.reject(new ArtooError('usage', `more than ${maxBytes / 1024 / 1024} MiB arrived on standard input; pass it as a file instead`));
  });
  stream.on('end', () => ended.resolve());
  stream.on('error', (cause) => ended.reject(new ArtooError('usage', `standard input cannot be read: ${cause.message}`, { cause })));
  const cancelled = rejection(signal);
  const patience = new AbortController();
  const gaveUp = async () => {
    await delay(waitMs, undefined, { signal: patience.signal });
    return 'gave up' as const;
  };
  try {
    if (!isPatient) {
      const first = await Promise.race([began.promise, ended.promise, cancelled, gaveUp()]);
      if (first === 'gave up') {
        givenUp = true;
        note(
          `nothing arrived on standard input within ${waitMs / 1000} s: continuing without it (a lone - waits for it; </dev/null means there is none)`,
        );
        stream.unref?.();
        return { data: undefined, isEmpty: false, late: late.signal };
      }
    }
    await Promise.race([ended.promise, cancelled]);
  } finally {
    patience.abort();
    if (!givenUp) stream.destroy();
  }
  return { data: size > 0 ? Buffer.concat(chunks) : undefined, isEmpty: size === 0 && kind === 'piped', late: late.signal };
}

/**
 * Only pipes, sockets and files carry data; a device such as /dev/null does not. A socket is what programs give those that they start, whether they have
 * data for them or not.
 */
function kindOf(stream: typeof process.stdin): 'piped' | 'socket' | undefined {
  try {
    const kind = fstatSync(stream.fd);
    if (kind.isSocket()) return 'socket';
    return kind.isFIFO() || kind.isFile() ? 'piped' : undefined;
  } catch {
    return undefined; // closed
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new ArtooError('cancelled', 'cancelled while reading standard input'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  promise.catch(() => {}); // only used in a race
  return promise;
}
