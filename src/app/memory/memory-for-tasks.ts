/** The memory of this person on this machine, as tasks use it: asked within limits, written behind their back, never lost. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Megram } from '../../contracts/memory.ts';
import { quantize } from '../../memory/fading/quantize.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { memoryFolder } from '../../memory/memory-folder.ts';
import { nothingRecalled, type TaskMemory } from '../../roles/r5-memory/task-memory.ts';

export type MemoryForTasksOptions = {
  /** artoo's data folder. */
  readonly data: string;
  readonly clock: () => Date;
  /** Hears what a person should know: why memory could not be asked or written. */
  readonly onNotice: (text: string) => void;
};

export type MemoryForTasks = TaskMemory & {
  readonly keeper: () => Promise<Keeper>;
  /** Whether anything was asked of it. */
  readonly isUsed: boolean;
  /** Everything that was taken is written, or waits on disk. */
  close(): Promise<void>;
};

/** How long a write may take before it is left on disk beside the store, so that no task waits for a holder that does not answer. */
const patienceMs = 500;
/** How long a memory that did not answer is not asked again. */
const silenceMs = 30_000;

export function openMemoryForTasks({ data, clock, onNotice }: MemoryForTasksOptions): MemoryForTasks {
  const folder = memoryFolder(data);
  let opened: Promise<Keeper> | undefined;
  const pending = new Set<Promise<void>>();
  let waiting: Megram[] = [];
  let isUsed = false;
  let silent: { readonly until: number; readonly why: string } | undefined;

  /** Its code is loaded when there is something to ask: not while the first model is waited for. */
  function keeper(): Promise<Keeper> {
    isUsed = true;
    opened ??= import('../../memory/memory.ts').then(({ openKeeper }) => openKeeper(folder, { clock, onNotice }));
    return opened;
  }

  async function leaveBeside(megrams: readonly Megram[]): Promise<void> {
    const { leaveInInbox: leave } = await import('../../memory/transfer/inbox.ts');
    await leave(folder, megrams).catch((cause: Error) => onNotice(`${megrams.length} memories of this task are lost: ${cause.message}`));
  }

  const isSilent = () => silent !== undefined && performance.now() < silent.until;

  function fail(error: unknown, doing: string): string {
    const { message, hint } = asArtooError(error, 'memory_unavailable');
    if (!isSilent()) onNotice(`memory could not be ${doing}: ${message}. ${hint}`);
    silent = { until: performance.now() + silenceMs, why: message };
    return message;
  }

  function track(work: Promise<void>): void {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
  }

  /** What is written in one turn goes together. */
  function write(megram: Megram): void {
    waiting.push(megram);
    if (waiting.length === 1) track(Promise.resolve().then(writeAll));
  }

  async function writeAll(): Promise<void> {
    const megrams = waiting;
    waiting = [];
    try {
      if (isSilent()) throw new ArtooError('memory_unavailable', silent?.why ?? '');
      await inTime(keeper().then((held) => held.write({ megrams })));
    } catch (error) {
      if (error instanceof ArtooError && error.code === 'memory_refused') return onNotice(error.message);
      if (error !== late) fail(error, 'written');
      await leaveBeside(megrams);
    }
  }

  return {
    keeper,
    get isUsed() {
      return isUsed;
    },
    async recall(query) {
      if (silent && isSilent()) return nothingRecalled(silent.why);
      try {
        return await (await keeper()).recall(query);
      } catch (error) {
        return nothingRecalled(fail(error, 'asked'));
      }
    },
    write,
    remember({ id, content, created_at }) {
      write({ id, level: 'C', created_at, space: 'global', entity: 'user', content, state: 'declared', ...quantize('declared') });
    },
    forget(target) {
      const forgotten = keeper().then((held) => held.forget(target));
      track(
        forgotten.then(
          () => {},
          (error) => onNotice(`${target.id} was not forgotten: ${asArtooError(error, 'memory_unavailable').message}`),
        ),
      );
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
    async close() {
      while (pending.size > 0) await Promise.all(pending);
      await (await opened)?.close();
    },
  };
}

/** What was not written in time waits on disk; it may have been written all the same, which does no harm. */
const late = new ArtooError('memory_unavailable', `it was not written within ${patienceMs} ms`);

/** Rejects when it takes too long; it may still be done later, which does no harm. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLate = delay(patienceMs, undefined, { signal: over.signal }).then(() => Promise.reject(late));
  tooLate.catch(() => {}); // aborted: it was in time
  work.catch(() => {}); // heard below, or too late to matter
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    over.abort();
  }
}
