/** The open streams, by id. */
import type { Drive } from '../../app/drive/drive.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/text/explain.ts';
import { randomName } from './admission.ts';
import { EventStream, maxWatches } from './event-stream.ts';
import { streamChange, watch } from './watches.ts';

/** How many streams may be open at once. */
const maxStreams = 256;

export type OpenStreams = {
  /** The body of a new stream. Throws `usage`, and `client_refused` if too many are open. */
  open(given: unknown): ReadableStream<Uint8Array>;
  /** False if there is no such stream. Throws `usage`. */
  change(id: string, given: unknown): boolean;
  readonly size: number;
  /** Resolves when every stream has sent its end, or when the signal fires. */
  close(signal: AbortSignal): Promise<void>;
};

export function createOpenStreams(drive: Drive, { beatMs }: { readonly beatMs?: number } = {}): OpenStreams {
  const streams = new Map<string, EventStream>();
  let closed: PromiseWithResolvers<void> | undefined;

  function apply(stream: EventStream, given: unknown): void {
    const { data, error } = streamChange.safeParse(given);
    if (error) throw new ArtooError('usage', `this is not a change to a stream: ${explain(error, given)}`);
    for (const n of data.drop) stream.drop(n);
    if (stream.watches + data.add.length > maxWatches) throw new ArtooError('usage', `a stream carries at most ${maxWatches} watches`);
    for (const { n, kind, asks } of data.add) stream.add(n, (signal) => watch(drive, kind, asks, signal));
  }

  return {
    open(given) {
      if (closed || streams.size >= maxStreams)
        throw new ArtooError('client_refused', `${streams.size} streams are open, which is the limit`);
      const id = randomName();
      const onClose = () => {
        streams.delete(id);
        if (streams.size === 0) closed?.resolve();
      };
      const stream = new EventStream({ id, onClose, ...(beatMs !== undefined && { beatMs }) });
      apply(stream, given);
      streams.set(id, stream);
      return stream.body;
    },
    change(id, given) {
      const stream = streams.get(id);
      if (stream) apply(stream, given);
      return stream !== undefined;
    },
    get size() {
      return streams.size;
    },
    async close(signal) {
      closed ??= Promise.withResolvers<void>();
      for (const stream of streams.values()) stream.end(signal);
      if (streams.size === 0) closed.resolve();
      await closed.promise;
    },
  };
}
