/**
 * Entries that a task gets from the world besides outcomes: claims by workers, and answers that came too late. Each is appended, and known to be written once it is
 * delivered.
 */
import type { TaskId } from '../../contracts/ids.ts';
import type { Told, World } from '../../effects/effects.ts';
import type { Entry } from '../../journal/entry.ts';
import type { Log } from '../log.ts';

export type WorldLineOptions = {
  readonly world: Pick<World, 'attach'>;
  readonly task_id: TaskId;
  readonly log: Log;
  /** Whether the task is ending: then nothing more counts. */
  readonly isEnding: () => boolean;
  readonly onTold: () => void;
  readonly onUnwritable: (error: unknown) => void;
};

export class WorldLine implements Disposable {
  readonly #options: WorldLineOptions;
  /** The callbacks that are waiting until an entry is written, by its `seq`. */
  readonly #waiting = new Map<number, (isWritten: boolean) => void>();
  readonly #detach: (() => void) | undefined;

  constructor(options: WorldLineOptions) {
    this.#options = options;
    if (!options.log.endsWithTape) this.#detach = options.world.attach?.(options.task_id, (told) => this.#tell(told));
  }

  /** An entry was delivered, which means that it is written. */
  onDelivered({ seq }: Entry): void {
    if (this.#waiting.size === 0) return;
    this.#waiting.get(seq)?.(true);
    this.#waiting.delete(seq);
  }

  #tell(told: Told): Promise<number | undefined> {
    const { log, isEnding, onTold, onUnwritable } = this.#options;
    if (isEnding() || !log.isLive) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    try {
      const number = log.claims + 1;
      const { seq } = log.give(told.kind === 'claim' ? { ...told, number } : told);
      this.#waiting.set(seq, (isWritten) => resolve(isWritten ? number : undefined));
      onTold();
    } catch (error) {
      onUnwritable(error);
      resolve(undefined);
    }
    return promise;
  }

  /** What was appended but is never delivered counts as not written. */
  [Symbol.dispose](): void {
    this.#detach?.();
    for (const settle of this.#waiting.values()) settle(false);
    this.#waiting.clear();
  }
}
