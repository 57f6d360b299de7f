/** Folds messages into a replica as they arrive: each time, all those that arrived while the previous ones were being folded. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Replica, Told } from '../../memory/replica/replica.ts';
import type { Names } from '../names.ts';
import type { Stored } from '../read.ts';
import { createChangeSignal } from './change-signal.ts';
import { decodeNews } from './message.ts';

export type FoldOptions = {
  readonly names: Names;
  readonly replica: Replica;
  /** The stream that the messages come from. */
  readonly stream: string;
  readonly onFolded: () => void;
  /** Called when no more messages are waiting. */
  readonly onDrained: () => Promise<void>;
  /** Called with the error of a message that is not a memory, which is left out. */
  readonly onRefused: (error: ArtooError) => void;
  /** Called when folding fails, so that no more messages are read. */
  readonly onFailed: (error: unknown) => void;
};

const [maxFolded, maxWaiting] = [512, 4_096];

/** Resolves when the messages end and all of them are folded. */
export async function foldStream(messages: AsyncIterable<Stored>, options: FoldOptions, signal: AbortSignal): Promise<void> {
  const waiting: Stored[] = [];
  const room = createChangeSignal();
  let folding: Promise<void> | undefined;
  for await (const message of messages) {
    waiting.push(message);
    folding ??= foldWaiting()
      .catch(options.onFailed)
      .finally(() => {
        folding = undefined;
      });
    for (let before = room.count; waiting.length >= maxWaiting && !signal.aborted; before = room.count) await room.next(before, signal);
  }
  await folding;

  async function foldWaiting(): Promise<void> {
    while (waiting.length > 0) {
      await foldSome(waiting.splice(0, maxFolded), options);
      room.changed();
    }
    await options.onDrained();
  }
}

async function foldSome(messages: readonly Stored[], { names, replica, stream, onFolded, onRefused }: FoldOptions): Promise<void> {
  const told = messages.flatMap((message): readonly Told[] => {
    try {
      return [decodeNews(names, message)];
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
      onRefused(error);
      return [];
    }
  });
  await replica.fold(told, { stream, seq: messages.at(-1)?.seq ?? 0 });
  onFolded();
}
