/** Notices a handler that sits in its turn for too long: one that waits for something that is no effect would hold up its task for ever. */
import type { Activation } from './activation.ts';

export type TurnWatchOptions = {
  readonly turnMs: number;
  /** The handler in its turn, if any. */
  readonly atWork: () => Activation | undefined;
  readonly onStuck: (detail: string) => void;
};

/** Looks once in `turnMs`, so that a turn costs one addition: a turn that was under way the last time and still is has had its time. */
export class TurnWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #turns = 0;
  #turnsWhenLooked = -1;

  constructor({ turnMs, atWork, onStuck }: TurnWatchOptions) {
    this.#timer = setInterval(() => {
      const activation = atWork();
      const stuck = activation?.isRunning && this.#turns === this.#turnsWhenLooked;
      this.#turnsWhenLooked = this.#turns;
      if (stuck) onStuck(`${activation} computed for more than ${turnMs} ms without an effect`);
    }, turnMs);
  }

  /** Another turn begins. */
  next(): void {
    this.#turns += 1;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
