/** What runs and what is asked, told anew whenever it changes. A slow client gets the newest, and misses only what is over. */

export type RunningNews<T> = {
  /** Something began, ended, was asked or was answered. */
  changed(): void;
  /** First as it is, then after changes. Ends with the signal, or once closed. */
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
          const { promise } = next; // before it is looked at, so that no change is missed
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
