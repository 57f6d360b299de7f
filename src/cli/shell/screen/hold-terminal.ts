/** Lets another program use the terminal for a while. The shell always gets it back, and in the end leaves it as it was. */
import type { Terminal } from '../../command.ts';
import type { Keyboard } from '../typing/keyboard.ts';
import type { Screen } from './screen.ts';

export type HeldTerminal = Disposable & {
  /** Runs what needs the terminal for itself; Ctrl+C stops that and nothing else. */
  outside<T>(work: (terminal: Terminal) => Promise<T>): Promise<T>;
  /** Resolves when the shell has the terminal. */
  inside(): Promise<void>;
  /** Ctrl+Z. Returns when the shell is in the foreground again. */
  suspend(): void;
};

export type HoldOptions = {
  readonly terminal: Terminal;
  readonly screen: Pick<Screen, 'enter' | 'leave'>;
  readonly keyboard: Pick<Keyboard, 'listen' | 'release'>;
  /** An interrupt that is not a key, such as `kill -INT`. */
  readonly onInterrupt: () => void;
  /** What was typed while another program had the terminal but did not read it. */
  readonly onTyped?: (text: string) => void;
};

export function holdTerminal({ terminal, screen, keyboard, onInterrupt, onTyped }: HoldOptions): HeldTerminal {
  let last: Promise<unknown> = Promise.resolve();
  let isOutside = false;
  let interrupt = onInterrupt;
  const interrupts = terminal.takeInterrupts?.(() => interrupt());
  const take = (): void => {
    keyboard.listen();
    screen.enter();
  };
  const give = (): void => {
    screen.leave();
    keyboard.release();
  };
  /** Also after `kill -STOP`, or when another program has changed the modes. */
  const onContinue = (): void => {
    if (isOutside) return;
    give();
    take();
  };
  process.on('SIGCONT', onContinue);
  process.on('exit', give);
  process.on('uncaughtExceptionMonitor', give);
  take();

  async function leaveTo<T>(work: (terminal: Terminal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    isOutside = true;
    interrupt = () => stop.abort();
    give();
    try {
      return await work({ ...terminal, interrupt, cancel: stop.signal, ...(onTyped && { takeTyped: onTyped }) });
    } finally {
      isOutside = false;
      interrupt = onInterrupt;
      take();
    }
  }

  return {
    outside(work) {
      const done = last.then(() => leaveTo(work));
      last = done.catch(() => {}); // the caller sees the error
      return done;
    },
    async inside() {
      await last;
    },
    suspend() {
      give();
      process.kill(0, 'SIGTSTP'); // the whole job, as the terminal itself would
      take();
    },
    [Symbol.dispose]() {
      process.off('SIGCONT', onContinue);
      process.off('exit', give);
      process.off('uncaughtExceptionMonitor', give);
      interrupts?.[Symbol.dispose]();
      give();
    },
  };
}
