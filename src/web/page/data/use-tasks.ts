/** The list of tasks, kept up to date while the page is visible. */
import type { Drive } from '../../../app/drive/drive.ts';
import type { Tasks } from '../../../history/tasks/task-index.ts';
import { useDrive } from './drive-context.ts';
import { watchTasks } from './task-list.ts';
import type { Called } from './use-call.ts';
import { useWatch } from './use-watch.ts';

export function useTasks(text: string): readonly [Called<Tasks>, again: () => void] {
  const drive = useDrive();
  return useWatch(`tasks ${text}`, (signal) => watchTasks(drive, text, { signal, wait: nextLook(drive, signal) }));
}

/** How often the list is read again: other processes start tasks, too, without notifying this page. */
const lookMs = 2_000;

/** Waits until a task begins or ends in this process, but not longer than `lookMs`; then, as long as the page is hidden, until it is shown. */
function nextLook(drive: Pick<Drive, 'news'>, signal: AbortSignal): () => Promise<void> {
  let changed = Promise.withResolvers<void>();
  (async () => {
    for await (const _ of drive.news(signal)) {
      changed.resolve();
      changed = Promise.withResolvers();
    }
  })().catch(() => {}); // another part of the page reports a server that is away
  return async () => {
    await Promise.race([changed.promise, either(signal, timed)]);
    while (document.hidden && !signal.aborted) await either(signal, shown);
  };
}

function timed(done: () => void): () => void {
  const timer = setTimeout(done, lookMs);
  return () => clearTimeout(timer);
}

function shown(done: () => void): () => void {
  document.addEventListener('visibilitychange', done);
  return () => document.removeEventListener('visibilitychange', done);
}

/** Waits for an event or the signal, and then removes all listeners. */
async function either(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = begin(resolve);
  const over = () => resolve();
  signal.addEventListener('abort', over);
  await promise;
  signal.removeEventListener('abort', over);
  end();
}
