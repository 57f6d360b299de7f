/** Returns memory to the system once the shell is idle: V8 keeps what start-up and a task allocated until it needs more, which an idle shell never does. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Calls `act` after a while; returns a function that cancels the call. */
type Later = (act: () => void) => () => void;

export type AtRest = Disposable & {
  /** Something happened: the idle period starts again, or ends while a task runs. */
  stir(isRunning: boolean): void;
};

/** Releases memory once per idle period, so that no timer runs while the shell waits. */
export function atRest(release: () => void = releaseMemory, later: Later = afterTwoSeconds): AtRest {
  let stop = (): void => {};
  return {
    stir(isRunning) {
      stop();
      stop = isRunning ? () => {} : later(release);
    },
    [Symbol.dispose]: () => stop(),
  };
}

const afterTwoSeconds: Later = (act) => {
  const timer = setTimeout(act, 2_000).unref();
  return () => clearTimeout(timer);
};

type Collect = (how: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;

/** The most thorough collection: an ordinary one keeps compiled code and free pages. It takes some tens of milliseconds. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect; // with the flag, every new context has V8's `gc` function
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
