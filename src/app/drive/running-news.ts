/** Which tasks run and what they ask, sent again after every change. A slow client gets the newest state, and misses only states that are over. */

export type RunningNews<T> = {
  /** A task began or ended, or a question was asked or answered. */
  changed(): void;
  /** The current state first, then again after each change. Ends when the signal fires, or once closed. */
  watch(signal: AbortSignal): AsyncGenerator<T, undefined>;
  close(): void;
};

export function createRunningNews<T>(now: () => T): RunningNews<T> {
  let next = Promise.withResolvers<void>();
  let isClosed = false;
  const changed = (): void => {
    next.resolve();
    next = Promise.withResolvers<void>();
  };
  return {
    changed,
    async *watch(signal) {
      signal.addEventListener('abort', changed);
      try {
        for (let told = ''; !signal.aborted && !isClosed; ) {
          const { promise } = next; // before the state is read, so that no change is missed
          const news = now();
          const text = JSON.stringify(news);
          if (text !== told) yield news;
          told = text;
          await promise;
        }
        return undefined;
      } finally {
        signal.removeEventListener('abort', changed);
      }
    },
    close() {
      isClosed = true;
      changed();
    },
  };
}
