/** The entries of one task for one client, running or past: none is lost, however slow the client is, because the journal has them all. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '../../journal/entry.ts';
import { followJournal } from '../../journal/follow.ts';
import { isHeld } from '../../journal/locked.ts';
import { streamJournal } from '../../journal/stream.ts';
import type { RunningTask } from '../tasks.ts';

export type EntriesOptions = {
  readonly path: string;
  /** The task, if it runs here. */
  readonly here: Pick<RunningTask, 'entries' | 'result'> | undefined;
  readonly from: number;
  readonly signal: AbortSignal;
};

/** Throws `journal_corrupt` after everything before the damage. */
export async function* taskEntries({ path, here, from, signal }: EntriesOptions): AsyncGenerator<Entry> {
  if (signal.aborted) return;
  if (path.endsWith('.gz')) return yield* compressedEntries(path, from, signal);
  await using journal = await followJournal(path, from);
  for await (const known of here ? seenIn(here, signal) : looksWhile(path, signal)) {
    if (signal.aborted) return;
    if (known?.seq === journal.next) {
      journal.skip();
      yield known;
    } else if (known === undefined || known.seq > journal.next) yield* until(journal.read(), signal);
  }
  if (!signal.aborted) yield* until(journal.read(), signal);
}

/** Undefined first, for the entries that already exist; then every new entry, or undefined if some were lost. Ends when the task ends or the signal fires. */
async function* seenIn(task: NonNullable<EntriesOptions['here']>, signal: AbortSignal): AsyncGenerator<Entry | undefined> {
  const seen = task.entries()[Symbol.asyncIterator]();
  const leave = () => void seen.return?.(); // what is not seen here can be read from the journal
  task.result.then(leave, leave);
  signal.addEventListener('abort', leave);
  try {
    yield undefined;
    for (let step = await seen.next(); !step.done; step = await seen.next()) yield 'entry' in step.value ? step.value.entry : undefined;
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** How often to look at the journal of a task that another process runs. */
const lookMs = 200;

/** Reads once, and again as long as another process holds the journal. */
async function* looksWhile(path: string, signal: AbortSignal): AsyncGenerator<undefined> {
  do {
    yield undefined;
    if (!isHeld(path)) return;
    await delay(lookMs, undefined, { signal }).catch(() => {}); // the caller checks the signal
  } while (!signal.aborted);
}

async function* compressedEntries(path: string, from: number, signal: AbortSignal): AsyncGenerator<Entry> {
  for await (const line of streamJournal(path)) {
    if (signal.aborted) return;
    if ('entry' in line && line.entry.seq >= from) yield line.entry;
  }
}

async function* until(entries: AsyncIterable<Entry>, signal: AbortSignal): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if (signal.aborted) return;
    yield entry;
  }
}
