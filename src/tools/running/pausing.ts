/** A limit on time whose clock can be stopped: while a person is asked, what waits for the answer uses up none of its time. */
export class Pausing {
  #isPaused = false;
  #clock: { readonly start: () => void; readonly stop: () => void } | undefined;

  /** Calls `onEnd` after so much time outside of pauses, unless it is disposed of before. One limit at a time. */
  limit(ms: number, onEnd: () => void): Disposable {
    let left = ms;
    let since = 0;
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      since = performance.now();
      timer = setTimeout(onEnd, left);
    };
    const stop = () => {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
    };
    this.#clock = { start, stop };
    if (!this.#isPaused) start();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  }

  pause(): void {
    if (!this.#isPaused) this.#clock?.stop();
    this.#isPaused = true;
  }

  resume(): void {
    if (this.#isPaused) this.#clock?.start();
    this.#isPaused = false;
  }
}
