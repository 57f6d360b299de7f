/** Several waits for the bus, told as one: each message waits by itself, and a person is told once. Pure. */
import type { AppendOptions } from './append.ts';

export type OnWait = NonNullable<AppendOptions['onWait']>;

/** Returns a function that makes one `onWait` for each that may wait. What the last of those that still wait says is passed on when it changes. */
export function joinWaits(onWait: OnWait): () => OnWait {
  const waiting = new Map<OnWait, Parameters<OnWait>[0]>();
  let told: Parameters<OnWait>[0];
  return () => {
    const own: OnWait = (why) => {
      waiting.delete(own);
      if (why !== undefined) waiting.set(own, why);
      const now = [...waiting.values()].at(-1);
      if (now === told) return;
      told = now;
      onWait(now);
    };
    return own;
  };
}
