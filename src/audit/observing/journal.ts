/** Where the auditor reads a journal: its file, or the log of its task on a bus. */
import type { TaskId } from '../../contracts/ids.ts';

/** A task and the path of its journal. */
export type JournalFile = { readonly task_id: TaskId; readonly path: string };

/**
 * A task and its log on a bus. Failure contract: rejects with `bus_unreachable`, or `stopped` if the reader was stopped; neither says anything about
 * the log.
 */
export type BusLog = {
  readonly task_id: TaskId;
  /** The address of the bus with its realm, without credentials. */
  readonly bus: string;
  /** The log as it is now; undefined if it is gone. */
  look(): Promise<Look | undefined>;
  /** Its bytes. Also rejects with `journal_corrupt`, `object_missing` or `object_damaged`. */
  chunks(): AsyncIterable<Buffer>;
};

export type Journal = JournalFile | BusLog;

/** What shows that a journal has grown: the size and time of a file, or the sequence and time of the last message of a log. */
export type Look = { readonly size: number; readonly mtime: number };

/** The bus that a journal is read from; undefined for a file. */
export const busOf = (journal: Journal): string | undefined => ('bus' in journal ? journal.bus : undefined);

/** The name of a journal in errors. */
export const nameOf = (journal: Journal): string => ('bus' in journal ? `the log of ${journal.task_id} on ${journal.bus}` : journal.path);
