/** Detects a handler whose turn takes too long: a handler that waits for something other than an effect would block its task forever. */
import type { Activation } from './activation.ts';

export type TurnWatchOptions = {
  readonly turnMs: number;
  /** The handler in its turn, if any. */
  readonly atWork: () => Activation | undefined;
  readonly onStuck: (detail: string) => void;
};

/** Looks once every `turnMs`, so that a turn costs only one addition: a turn that is seen at two looks has taken too long. */
export class TurnWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #turns = 0;
  #turnsWhenLooked = -1;

  constructor({ turnMs, atWork, onStuck }: TurnWatchOptions) {
    this.#timer = setInterval(() => {
      const activation = atWork();
      const stuck = activation?.isRunning && this.#turns === this.#turnsWhenLooked;
      this.#turnsWhenLooked = this.#turns;
      if (stuck) onStuck(`${activation} ran for more than ${turnMs} ms without asking for an effect`);
    }, turnMs);
  }

  /** A new turn starts. */
  next(): void {
    this.#turns += 1;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
