/** A limit on time whose clock can be stopped: while a person is asked, what waits for the answer uses up none of its time. */

/** What is limited: what is done when the time is up, and what is done at the beginning and the end of a pause. */
type Limited = { readonly onEnd: () => void; readonly onPause: (isPaused: boolean) => void };

export class Pausing {
  #isPaused = false;
  #onChange: (() => void) | undefined;

  /** Counts only time outside of pauses, until it is disposed of. One limit at a time. */
  limit(ms: number, { onEnd, onPause }: Limited): Disposable {
    let left = ms;
    let since = performance.now();
    let timer = this.#isPaused ? undefined : setTimeout(onEnd, left);
    this.#onChange = () => {
      onPause(this.#isPaused);
      const now = performance.now();
      if (this.#isPaused) left = Math.max(0, left - (now - since));
      since = now;
      clearTimeout(timer);
      timer = this.#isPaused ? undefined : setTimeout(onEnd, left);
    };
    return {
      [Symbol.dispose]: () => {
        this.#onChange = undefined;
        clearTimeout(timer);
      },
    };
  }

  pause(): void {
    this.#change(true);
  }

  resume(): void {
    this.#change(false);
  }

  #change(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    this.#onChange?.();
  }
}
