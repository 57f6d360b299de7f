/**
 * Until it is closed, continues the tasks of other machines whose hosts died, in folders that this machine shares with them. Which tasks those are is
 * decided in cluster/owners/abandoned-tasks.ts, and which host gets one in cluster/owners/ownership.ts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Abandoned } from '../../cluster/owners/abandoned-tasks.ts';
import type { DeadHost, Pace } from '../../cluster/owners/presence.ts';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { withLogCopies } from './log-copies.ts';
import { withBus } from './with-bus.ts';

export type TakeOverOptions = {
  readonly address: BusAddress;
  readonly data: string;
  readonly pace?: Pace | undefined;
  readonly onNotice: (text: string) => void;
  /** Begins to continue a task. Resolves once its first new entry is on disk; rejects if it was refused. */
  readonly begin: (task_id: TaskId, found: { readonly copy: string; readonly dead: DeadHost }) => Promise<unknown>;
};

/** How long to wait before a bus that cannot be used is tried again. */
const againMs = 30_000;

export function takeOverTasks({ address, data, pace, onNotice, begin }: TakeOverOptions): AsyncDisposable {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<void>>();

  async function takeOver({ task_id, dead, machine }: Abandoned): Promise<void> {
    const task = shortId(task_id);
    try {
      const { path, unread } = await withLogCopies({ data, address, signal }, ({ complete }) => complete(task_id));
      if (unread) throw unread;
      await begin(task_id, { copy: path, dead });
      onNotice(`the host of ${task} on ${machine} has been silent for too long: the task continues here`);
    } catch (thrown) {
      const error = asArtooError(thrown, 'handler_failed');
      if (signal.aborted || othersHaveIt.has(error.code)) return;
      onNotice(
        `the host of ${task} on ${machine} has been silent for too long, and the task cannot continue here: ${error.message}. ${error.hint}`,
      );
    }
  }

  function track(work: Promise<void>): void {
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
  }

  async function watch(): Promise<void> {
    await withBus(address, 'host', async (bus) => {
      const { abandonedTasks } = await import('../../cluster/owners/abandoned-tasks.ts');
      for await (const found of abandonedTasks(bus, signal, pace)) track(takeOver(found)); // a task that has to wait does not delay the others
    });
  }

  async function keepWatching(): Promise<void> {
    let told: string | undefined;
    while (!signal.aborted) {
      try {
        await watch();
      } catch (thrown) {
        const { message } = asArtooError(thrown, 'bus_unreachable');
        if (message !== told && !signal.aborted) onNotice(`cannot look for tasks of dead hosts on ${shownBus(address)}: ${message}`);
        told = message;
        await delay(againMs, undefined, { signal }).catch(() => {}); // the signal is checked next
      }
    }
  }

  const watching = keepWatching();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort(new ArtooError('stopped', 'artoo was closed'));
      await watching;
      await Promise.all(underWay);
    },
  };
}

/** Another host was faster, or the task had ended before its host could record that. */
const othersHaveIt: ReadonlySet<string> = new Set(['task_taken', 'task_over', 'journal_locked']);
