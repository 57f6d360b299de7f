/**
 * What a detector is: a function that takes every entry of one task in order, and returns what it found at each. Its only state is what it remembers of earlier
 * entries. A new kind of finding needs a name in contracts/audit.ts and a row in anomalies.ts; a new detector is listed in detectors.ts.
 */
import type { AuditEvent } from '../../contracts/audit.ts';
import type { MessageOf, MessageType } from '../../contracts/messages.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';

export type Finding = Pick<AuditEvent, 'anomaly' | 'from' | 'to' | 'type' | 'detail'> & {
  /** The entries on which the finding is based; by default the entry at which it was found. */
  readonly seqs?: readonly number[];
};

/**
 * A finding as it is recorded: its id, when it happened, in which task. The fields are in the order of the contract, so that reading them back is fast.
 */
export const eventOf = (
  { event_id, ts, task_id }: Pick<AuditEvent, 'event_id' | 'ts' | 'task_id'>,
  { from, to, type, anomaly, detail, seqs }: Required<Finding>,
): AuditEvent => ({ event_id, ts, task_id, from, to, type, anomaly, detail, seqs });

/** Takes one entry and returns what it found. */
type Detect = (entry: AuditedEntry) => readonly Finding[];

/** Makes a detector for one task. */
export type Detector = () => Detect;

export const nothing: readonly Finding[] = [];

/** The entry as a message of this type; undefined if it is something else. */
export const messageOf = <T extends MessageType>(entry: AuditedEntry, type: T): MessageOf<T> | undefined =>
  entry.kind === 'message' && entry.type === type ? (entry as unknown as MessageOf<T>) : undefined; // `type` was compared above

/** A text short enough for a sentence. */
export const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
