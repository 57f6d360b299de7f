/** Reads what a task has written so far, even if it is still running, here or in another process. */
import type { Entry } from '../../journal/entry.ts';
import type { Drive } from './drive.ts';

/** If no entry arrives for this long, everything has been read. */
const quietMs = 500;

/** Resolves with whether the task had ended or been stopped. Rejects as `entries` does. */
export async function readSoFar(
  drive: Pick<Drive, 'entries'>,
  task: string,
  { signal, see }: { readonly signal: AbortSignal; readonly see: (entry: Entry) => void | Promise<void> },
): Promise<boolean> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), quietMs);
  try {
    for await (const entry of drive.entries(task, { signal: AbortSignal.any([signal, quiet.signal]) })) {
      clearTimeout(timer); // the time that a slow reader takes does not count
      await see(entry);
      timer = setTimeout(() => quiet.abort(), quietMs);
    }
    return !quiet.signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}
