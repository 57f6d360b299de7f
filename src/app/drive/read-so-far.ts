/** Reads what a task has written so far, even if it still runs, here or in another process. */
import type { Entry } from '../../journal/entry.ts';
import type { Drive } from './drive.ts';

/** No entry for so long: all that is there was read. */
const quietMs = 500;

/** Resolves with whether the task was at rest. Rejects as `entries` does. */
export async function readSoFar(
  drive: Pick<Drive, 'entries'>,
  task: string,
  { signal, see }: { readonly signal: AbortSignal; readonly see: (entry: Entry) => void | Promise<void> },
): Promise<boolean> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), quietMs);
  try {
    for await (const entry of drive.entries(task, { signal: AbortSignal.any([signal, quiet.signal]) })) {
      clearTimeout(timer); // a slow reader takes the time it needs
      await see(entry);
      timer = setTimeout(() => quiet.abort(), quietMs);
    }
    return !quiet.signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}
