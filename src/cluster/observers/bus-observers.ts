/**
 * Observers that see the tasks of a whole realm: they also see what the hosts of other machines write. They read the log, and nothing is published
 * for them.
 */
import type { TaskId } from '../../contracts/ids.ts';
import { TaskId as TaskIdShape } from '../../contracts/ids.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Observers } from '../../engine/observers.ts';
import { type Entry, parseEntry } from '../../journal/entry.ts';
import type { Bus } from '../bus.ts';
import { bytesOf } from '../log/log-message.ts';
import { openObjects } from '../objects/objects.ts';
import { persist } from '../persist.ts';
import { follow, type Stored } from '../read.ts';
import { streamInfo } from '../streams.ts';
import { pause, unlessAborted } from '../unless-aborted.ts';

export type BusObservers = Observers<Entry> & AsyncDisposable;

/** How long to wait before a server that went away is tried again. */
const againMs = 250;

/**
 * Starts with the entries that are written from now on. A host that publishes its own entries here is seen by its watches at once; each entry is
 * passed on once, whether it comes from this host or from the log. Closing ends all watches, and leaves the bus open. Rejects if the server does not
 * answer.
 */
export async function openBusObservers(bus: Bus): Promise<BusObservers> {
  const local = createInProcessObservers<Entry>();
  const objects = openObjects(bus);
  const closing = new AbortController();
  const { signal } = closing;
  /** How many entries of each task have been passed on. */
  const seen = new Map<TaskId, number>();
  let last = (await streamInfo(bus, 'log'))?.state.last_seq ?? 0;

  function pass(task_id: TaskId, entry: Entry): void {
    if (entry.seq < (seen.get(task_id) ?? 0)) return;
    seen.set(task_id, entry.seq + 1);
    local.publish(task_id, entry);
  }

  async function read(stored: Stored): Promise<void> {
    const { data: task_id } = TaskIdShape.safeParse(stored.subject.split('.').at(-1));
    if (task_id === undefined) return;
    const lines = (await bytesOf(stored, objects, signal)).toString().split('\n');
    for (const line of lines) {
      const entry = parseEntry(line);
      if (!entry.ok) continue; // the last line is empty; a newer artoo may write lines that this one cannot read
      pass(task_id, entry.value);
      if (entry.value.kind === 'message' && entry.value.type === 'FinalResult') local.end(task_id);
    }
  }

  /** Follows the log, and, after a server was away, continues where it had stopped. */
  async function followLog(): Promise<void> {
    while (!signal.aborted) {
      const messages = follow(bus, 'log', bus.names.all('log'), { from: last + 1, signal });
      try {
        for (;;) {
          const { done, value } = await unlessAborted(messages.next(), signal); // a request to a server that is away ends much later
          if (done) break;
          await persist(() => read(value), signal).catch(() => {}); // a batch that cannot be read is missing here, as it is in every copy
          last = value.seq;
        }
      } catch {
        await pause(againMs, signal).catch(() => {}); // closed meanwhile
      } finally {
        void messages.return(undefined).catch(() => {}); // ends the request; without this, the server would notice later
      }
    }
  }

  const following = followLog();
  const close = (): void => {
    closing.abort();
    local.close();
  };
  return {
    ...{ publish: pass, close },
    watch: (options) => local.watch(options),
    dropped: (task_id) => local.dropped(task_id),
    end: (task_id) => local.end(task_id),
    async [Symbol.asyncDispose]() {
      close();
      await following;
    },
  };
}
