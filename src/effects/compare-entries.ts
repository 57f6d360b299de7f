/** Compares what a later run of a task computes with what the tape recorded. */
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/text/shorten.ts';
import type { Entry } from '../journal/entry.ts';
import { jsonDifferences } from './json-differences.ts';

/** An entry where a later run computed something other than what was recorded. */
export type Difference = { readonly seq: number; readonly recorded: Entry; readonly computed: Entry };

/** Whether code decided the same in both entries. `ts` and `seq` come from the tape and are not compared. */
export const decidesTheSame = (recorded: Entry, computed: Entry): boolean => decided(recorded) === decided(computed);

/** Whether the rest of the recording can still be followed: the same effect, or the same type of message between the same parties. */
export function followsRecording(recorded: Entry, computed: Entry): boolean {
  if (recorded.kind === 'message' && computed.kind === 'message') {
    return recorded.type === computed.type && recorded.from === computed.from && recorded.to === computed.to;
  }
  if (recorded.kind === 'intent' && computed.kind === 'intent') return recorded.key === computed.key && recorded.effect === computed.effect;
  if (recorded.kind === 'decision' && computed.kind === 'decision') return recorded.role === computed.role;
  return recorded.kind === computed.kind;
}

/** Whether the recorded outcomes also answer another task: it follows the same path and asks the same of the world. */
export const asksTheSame = (recorded: Entry, computed: Entry): boolean =>
  followsRecording(recorded, computed) && (recorded.kind !== 'intent' || decidesTheSame(recorded, computed));

/** What code decided in an entry, as text to compare. */
function decided(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return JSON.stringify(
        ['message', entry.id, entry.task_id, entry.from, entry.to, entry.type, entry.reply_to, comparedIn(entry)],
        notCompared,
      );
    case 'intent':
      return JSON.stringify(['intent', entry.key, entry.role, entry.effect, entry.input_hash, entry.input]);
    case 'decision':
      return JSON.stringify(['decision', entry.role, entry.name, entry.inputs, entry.result]);
    case 'refusal':
      return JSON.stringify(['refusal', entry.from, entry.to, entry.type, entry.code]);
    default:
      return JSON.stringify([entry.kind]);
  }
}

/** What a message decides: a lesson by where it is kept and how it counts, because older versions put it in other words. */
const comparedIn = (entry: Extract<Entry, { kind: 'message' }>): unknown =>
  entry.type === 'Megram' ? { ...entry.payload, content: undefined } : entry.payload;

/** Whether a cost is estimated, and what the person declined, follows from other entries, and is missing in older journals. */
const notCompared = (key: string, value: unknown): unknown =>
  key === 'estimated' || (key === 'declined' && Array.isArray(value)) ? undefined : value;

/** The error for a run that must not continue after a difference: the first part that differs, with both values. */
export function diverged({ seq, recorded, computed }: Difference): ArtooError {
  const [first] = jsonDifferences(recorded, computed, 1);
  const where = first && first.path !== '' ? ` at ${first.path}` : '';
  const values = first ? `recorded ${shown(first.recorded)}, computed ${shown(first.computed)}` : 'in the order of its parts';
  return new ArtooError('diverged', `entry ${seq} (${nameOf(recorded)}) differs from its record${where}: ${values}`);
}

/** The error for a recorded entry that the code did not compute. */
export const underived = (seq: number): ArtooError => new ArtooError('diverged', `entry ${seq} is recorded, but no code derives it`);

const shown = (value: unknown): string => (value === undefined ? 'nothing' : clip(JSON.stringify(value), 80));

function nameOf(entry: Entry): string {
  if (entry.kind === 'message') return `${entry.type} ${entry.from}→${entry.to}`;
  return entry.kind === 'intent' ? `${entry.effect} ${entry.key}` : entry.kind;
}
