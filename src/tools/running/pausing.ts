/** A time limit whose clock can be paused: while a person is being asked, no time passes. */

/** Called when the time is up, and when a pause begins or ends. */
type Limited = { readonly onEnd: () => void; readonly onPause: (isPaused: boolean) => void };

export class Pausing {
  #isPaused = false;
  #onChange: (() => void) | undefined;

  /** Counts only the time outside pauses, until it is disposed of. There can be only one limit at a time. */
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
