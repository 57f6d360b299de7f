/** The person's memory as tasks use it: answers within a limit, writes in the background, and loses nothing. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Megram } from '../../contracts/memory.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import { declaredFact } from '../../memory/fading/quantize.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { memoryFolder } from '../../memory/memory-folder.ts';
import { nothingRecalled, type TaskMemory } from '../../roles/r5-memory/task-memory.ts';
import { openBusMemory, replicaFolder } from './bus-memory.ts';

export type MemoryForTasksOptions = {
  /** artoo's data folder. */
  readonly data: string;
  /** The bus whose memory is used instead of this machine's own. */
  readonly address?: BusAddress | undefined;
  readonly clock: () => Date;
  /** Called with a notice for the person: why memory could not be read or written. */
  readonly onNotice: (text: string) => void;
  /** How long a write may take before it goes to the inbox, so that no task waits for a holder that does not answer. */
  readonly maxWriteMs?: number | undefined;
};

export type MemoryForTasks = TaskMemory & {
  readonly keeper: () => Promise<Keeper>;
  /** Whether memory was used at all. */
  readonly isUsed: boolean;
  /** Waits until everything is written, to the store or to the inbox. */
  close(): Promise<void>;
};

/** How long to wait before a memory that failed is tried again. */
const retryAfterMs = 30_000;

export function openMemoryForTasks({ data, address, clock, onNotice, maxWriteMs = 500 }: MemoryForTasksOptions): MemoryForTasks {
  const folder = address ? replicaFolder(data, address) : memoryFolder(data);
  let opened: Promise<Keeper> | undefined;
  const pending = new Set<Promise<unknown>>();
  let waiting: Megram[] = [];
  let isUsed = false;
  let failed: { readonly until: number; readonly why: string } | undefined;

  /** Opens the memory, whose code is loaded when it is first needed. */
  function keeper(): Promise<Keeper> {
    isUsed = true;
    opened ??= address
      ? openBusMemory({ data, address, clock, onNotice })
      : import('../../memory/memory.ts').then(({ openKeeper }) => openKeeper(folder, { clock, onNotice }));
    opened.catch(() => {
      opened = undefined; // the bus may answer the next time
    });
    return opened;
  }

  async function writeToInbox(megrams: readonly Megram[]): Promise<void> {
    const { leaveInInbox } = await import('../../memory/transfer/inbox.ts');
    await leaveInInbox(folder, megrams).catch(({ message }: Error) =>
      onNotice(`${megrams.length} memories of this task could not be saved and are lost: ${message}`),
    );
  }

  const isDown = () => failed !== undefined && performance.now() < failed.until;

  function fail(error: unknown, doing: string): string {
    const { message, hint } = asArtooError(error, 'memory_unavailable');
    if (!isDown()) onNotice(`memory could not be ${doing}: ${message}. ${hint}`);
    failed = { until: performance.now() + retryAfterMs, why: message };
    return message;
  }

  function track(work: Promise<unknown>): void {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
  }

  /** Collects the memories of one turn, which are written together. */
  function write(megram: Megram): void {
    waiting.push(megram);
    if (waiting.length === 1) track(Promise.resolve().then(writeAll));
  }

  async function writeAll(): Promise<void> {
    const megrams = waiting;
    waiting = [];
    try {
      if (isDown()) throw new ArtooError('memory_unavailable', failed?.why ?? '');
      await inTime(
        keeper().then((held) => held.write({ megrams })),
        maxWriteMs,
      );
    } catch (error) {
      if (error instanceof ArtooError && error.code === 'memory_refused') return onNotice(error.message);
      if (error !== late) fail(error, 'written');
      await writeToInbox(megrams);
    }
  }

  async function settled(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending);
  }

  return {
    keeper,
    get isUsed() {
      return isUsed;
    },
    async recall(query) {
      if (failed && isDown()) return nothingRecalled(failed.why);
      try {
        return await (await keeper()).recall(query);
      } catch (error) {
        return nothingRecalled(fail(error, 'read'));
      }
    },
    write,
    remember: (fact) => write(declaredFact(fact)),
    forget(target) {
      const whyNot = (error: unknown) => asArtooError(error, 'memory_unavailable').message;
      const forgotten = keeper().then((held) => held.forget(target));
      track(forgotten.catch((error) => onNotice(`the memory ${target.id} could not be forgotten: ${whyNot(error)}`)));
    },
    settled,
    async close() {
      await settled();
      await (await opened?.catch(() => undefined))?.close(); // a failure to open was reported when the memory was used
    },
  };
}

const late = new ArtooError('memory_unavailable', 'it was not written in time');

/** Rejects when the work takes too long. It may still succeed later; writing a memory twice does no harm. */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(tooLate.reject, limitMs, late);
  work.catch(() => {}); // handled below, or too late to matter
  try {
    return await Promise.race([work, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
