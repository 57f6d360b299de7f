/**
 * Ends a task's background runs, and journals each end before the result. Does nothing while a tape is followed, because the tape has these entries.
 */
import type { TaskId } from '../../contracts/ids.ts';
import type { World } from '../../effects/effects.ts';
import type { Log } from '../log.ts';

export type BackgroundLineOptions = {
  readonly world: Pick<World, 'endBackground'>;
  readonly task_id: TaskId;
  readonly log: Log;
  /** All runs have ended, and their ends are appended. */
  readonly onSettled: () => void;
  /** The end of a run could not be appended. */
  readonly onUnwritable: (error: unknown) => void;
};

export class BackgroundLine {
  readonly #options: BackgroundLineOptions;
  #state: 'open' | 'ending' | 'settled' = 'open';

  constructor(options: BackgroundLineOptions) {
    this.#options = options;
  }

  /** Whether the task may end; the first call begins to end the runs. */
  settle(): boolean {
    const { world, task_id, log } = this.#options;
    if (!log.isLive || this.#state === 'settled') return true;
    if (this.#state === 'ending') return false;
    const ending = world.endBackground?.(task_id);
    this.#state = ending ? 'ending' : 'settled';
    if (!ending) return true;
    void this.#append(ending);
    return false;
  }

  async #append(ending: NonNullable<ReturnType<NonNullable<World['endBackground']>>>): Promise<void> {
    const { log, onSettled, onUnwritable } = this.#options;
    try {
      for (const end of await ending) log.give({ kind: 'background', ...end });
    } catch (error) {
      onUnwritable(error);
    }
    this.#state = 'settled';
    onSettled();
  }
}
