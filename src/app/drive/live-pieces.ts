/** The output of models and commands while tasks run, for clients that are watching. A slow client loses the oldest pieces. */

import type { TaskId } from '../../contracts/ids.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Live } from './drive.ts';

export type LivePieces = {
  publish(task: TaskId, piece: Live): void;
  /** Ends when the task ends or the signal fires. */
  watch(task: TaskId, signal: AbortSignal): AsyncIterable<Live>;
  end(task: TaskId): void;
};

export function createLivePieces(): LivePieces {
  const observers = createInProcessObservers<Live>();
  return {
    publish: (task, piece) => observers.publish(task, piece),
    end: (task) => observers.end(task),
    async *watch(task, signal) {
      if (signal.aborted) return;
      using watch = observers.watch({ task_id: task });
      const leave = () => void watch.return?.();
      signal.addEventListener('abort', leave);
      try {
        for await (const seen of watch) if ('entry' in seen) yield seen.entry;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}
