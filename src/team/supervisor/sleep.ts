/** Sleeps until the board's folder changes, something ends, or a time has come. */
import { existsSync, type FSWatcher, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';

export type Sleep = Disposable & {
  /** Something happened. */
  wake(): void;
  /**
   * Resolves when something has happened since the last call, or after this many milliseconds, ten seconds at most; with `glance`, a minute at most,
   * and earlier if its result has changed: the glance is repeated every 30 seconds, or every ten if files cannot be watched. With `stepMs`, it is
   * repeated that often, for ten seconds.
   */
  next(maxMs: number | undefined, glance?: () => string, stepMs?: number): Promise<void>;
};

/** Whether a file is written without any consequence: a draft, a lock, a cache. */
const isNoise = (name: string | null): boolean =>
  name === null ||
  /\.draft$|^state\.yaml\.lock$|^journal\.jsonl$|^log\.yaml$|^board\.cache\.json|^alerts\.(?:log|json)$|^ESCALATION$/.test(name);
/** The polling interval, for systems without events or with lost ones; besides, some alerts depend only on time. */
const pollMs = 10_000;
/** After how many polls without a change the board is read anyway. */
const maxQuiet = 6;
/** If file events arrive, only one poll in this many is made, because only the end of another process causes no event. */
const watchedStep = 3;

/** Errors after which the folder is polled: the system watches no more files for this user, or the folder has just disappeared. */
const unwatchable: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENOENT']);

type Watch = (path: string, options: { readonly persistent: false }, heard: (event: string, name: string | null) => void) => FSWatcher;

export function openSleep(root: string, signal: AbortSignal, everyMs = pollMs, watchPath: Watch = watch): Sleep {
  const folder = join(root, '.liza');
  const outbox = join(folder, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const watchers = new Map<string, FSWatcher>();
  let hasHappened = false;
  let resolve: (() => void) | undefined;
  const wake = () => {
    hasHappened = true;
    resolve?.();
  };
  const look = (path: string, matters: (name: string | null) => boolean) => {
    if (watchers.has(path) || !existsSync(path)) return;
    try {
      const watcher = watchPath(path, { persistent: false }, (_, name) => matters(name) && wake());
      watchers.set(
        path,
        watcher.on('error', () => watchers.delete(path)),
      );
    } catch (error) {
      if (!unwatchable.has(errnoOf(error) ?? '')) throw error;
    }
  };
  const lookAtOutboxes = () => {
    for (const agent of readdirSync(outbox)) look(join(outbox, agent), (name) => name?.endsWith('.json') === true);
  };
  look(folder, (name) => !isNoise(name));
  look(outbox, () => true);
  signal.addEventListener('abort', wake, { once: true });

  /** Sleeps until something happens, or for this long. */
  async function sleep(ms: number): Promise<void> {
    if (hasHappened || signal.aborted) return;
    const { promise, resolve: done } = Promise.withResolvers<void>();
    resolve = done;
    const timer = setTimeout(done, ms);
    await promise;
    clearTimeout(timer);
    resolve = undefined;
  }

  return {
    wake,
    async next(maxMs = Number.POSITIVE_INFINITY, glance, stepMs) {
      lookAtOutboxes();
      const seen = glance?.();
      const waitMs = stepMs ?? (glance && watchers.has(folder) ? watchedStep : 1) * everyMs;
      const limitMs = (glance && stepMs === undefined ? maxQuiet : 1) * everyMs;
      for (let passed = 0; passed < limitMs; passed += waitMs) {
        const left = maxMs - passed;
        await sleep(Math.min(left, waitMs));
        if (hasHappened || signal.aborted || left <= waitMs || glance?.() !== seen) break;
      }
      hasHappened = false;
    },
    [Symbol.dispose]() {
      signal.removeEventListener('abort', wake);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The shortest of some waits; undefined if there is none. */
export const soonest = (...waits: readonly (number | undefined)[]): number | undefined => {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};
