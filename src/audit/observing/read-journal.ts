/** Reads what is new in one journal, as a line of the record. */
import { statSync } from 'node:fs';
import { ArtooError } from '../../contracts/errors.ts';
import { chunksOf } from '../../journal/stream.ts';
import { eventOf } from '../findings/finding.ts';
import type { Damaged, Observed } from '../record/line.ts';
import { type AuditState, sourceOf } from '../record/state.ts';
import { eachAuditedEntry } from './audited-entries.ts';
import { busOf, type Journal, type Look, nameOf } from './journal.ts';
import { observe } from './observe.ts';

/**
 * Undefined if there is nothing new, or the journal is gone. Rejects only if reading a log from a bus does: a file that cannot be read is itself a
 * finding.
 */
export async function readJournal(journal: Journal, known: AuditState): Promise<Observed | Damaged | undefined> {
  const { task_id } = journal;
  const bus = busOf(journal);
  const look = known.over.has(task_id) ? undefined : 'bus' in journal ? await journal.look() : lookAt(journal.path);
  const cursor = known.cursors.get(task_id);
  if (!look || (cursor?.bus === bus && cursor?.size === look.size && !isCompressed(journal))) return undefined;
  const before = known.damaged.get(sourceOf({ task_id, bus }));
  if (before && before.size === look.size && before.mtime === look.mtime) return undefined;
  const observation = observe(task_id, cursor?.to ?? 0);
  const damaged = (why: string): Damaged => damagedLine(journal, look, why);
  try {
    await eachAuditedEntry(nameOf(journal), 'bus' in journal ? journal.chunks() : chunksOf(journal.path), observation.add);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'journal_missing') return undefined;
    if ('bus' in journal && isUnread(error)) throw error;
    return damaged(error instanceof Error ? error.message : String(error)); // one bad journal must not stop the others
  }
  if (cursor && observation.entries < cursor.to) {
    if (bus === undefined && cursor.bus !== undefined) return undefined; // a copy may lack entries that the bus has
    return damaged(`it had ${cursor.to} entries when it was last read, and now has ${observation.entries}`);
  }
  const observed = observation.take();
  return observed && { kind: 'observed', size: look.size, ...(bus !== undefined && { bus }), ...observed };
}

/** The size of a compressed journal says nothing about its entries. */
const isCompressed = (journal: Journal): boolean => 'path' in journal && journal.path.endsWith('.gz');

/** Whether it is the bus that cannot be read, and not the log. */
const isUnread = (error: unknown): boolean => error instanceof ArtooError && (error.code === 'bus_unreachable' || error.code === 'stopped');

function damagedLine(journal: Journal, file: Look, why: string): Damaged {
  const { task_id } = journal;
  const bus = busOf(journal);
  const at = { event_id: `${task_id}-d${Math.round(file.mtime)}`, ts: new Date(file.mtime).toISOString(), task_id };
  const found = { from: 'Host', to: 'User', type: 'journal', anomaly: 'journal_damaged', detail: why, seqs: [] } as const;
  return { kind: 'damaged', task_id, ...(bus !== undefined && { bus }), why, file, events: [eventOf(at, found)] };
}

function lookAt(path: string): Look | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtime: mtimeMs };
  } catch {
    return undefined; // the journal has been removed since it was listed
  }
}
