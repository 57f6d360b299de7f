/** What a detector is: it takes every entry of one task in order, and returns what it found at each. It keeps no state except what it remembers of earlier entries. */
import type { AuditEvent } from '../../contracts/audit.ts';
import type { MessageOf, MessageType } from '../../contracts/messages.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';

export type Finding = Pick<AuditEvent, 'anomaly' | 'from' | 'to' | 'type' | 'detail'> & {
  /** The entries that it is based on; by default the one at which it was found. */
  readonly seqs?: readonly number[];
};

/** A finding as it is recorded: its id, when it happened, in which task. Its fields are in the order of the contract, so that they are read back fast. */
export const eventOf = (
  { event_id, ts, task_id }: Pick<AuditEvent, 'event_id' | 'ts' | 'task_id'>,
  { from, to, type, anomaly, detail, seqs }: Required<Finding>,
): AuditEvent => ({ event_id, ts, task_id, from, to, type, anomaly, detail, seqs });

/** Takes one entry and returns what it found. */
type Detect = (entry: AuditedEntry) => readonly Finding[];

/** Makes a detector for one task. */
export type Detector = () => Detect;

export const nothing: readonly Finding[] = [];

/** The entry as a message of that type; undefined if it is something else. */
export const messageOf = <T extends MessageType>(entry: AuditedEntry, type: T): MessageOf<T> | undefined =>
  entry.kind === 'message' && entry.type === type ? (entry as unknown as MessageOf<T>) : undefined; // its type was compared

/** A text short enough for a sentence. */
export const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
