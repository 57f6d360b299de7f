/** Reports that a server no longer answers while a host waits for something on it, such as the death of another host. */
import type { AppendOptions } from '../append.ts';
import type { Bus } from '../bus.ts';

/** How long a server may be silent before the person is told. */
const usualMs = 10_000;

/** Calls `onWait` as `append` does, until it is disposed of. */
export function watchSilence(bus: Bus, onWait: AppendOptions['onWait'] = () => {}, silentMs = usualMs): Disposable {
  let answered = performance.now();
  let isTold = false;
  const heard = (): void => {
    answered = performance.now();
    if (isTold) onWait(undefined);
    isTold = false;
  };
  const asking = setInterval(() => {
    bus.connection.rtt().then(heard, () => {}); // without an answer, the time passes
    if (isTold || performance.now() - answered < silentMs) return;
    isTold = true;
    onWait('silent');
  }, silentMs / 10).unref();
  return {
    [Symbol.dispose]() {
      clearInterval(asking);
      heard(); // nothing waits for an answer any longer
    },
  };
}
