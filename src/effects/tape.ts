/** The entries of an earlier run, as a later run of the same task follows them. */
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from '../journal/entry.ts';

/** Given entries came from outside the roles: the world, the person, the clock. All others are derived from them by code. */
export function isGiven(entry: Entry): boolean {
  switch (entry.kind) {
    case 'outcome':
    case 'pause':
    case 'alarm':
    case 'halt':
      return true;
    case 'message':
    case 'refusal':
      return entry.from === 'User';
    default:
      return false;
  }
}

/** Where a re-run computed something else than was recorded. */
export type Difference = { readonly seq: number; readonly recorded: string; readonly computed: string };

/** What code decided in an entry, as text: equal texts mean the same decision. Time and place come from the tape and are not compared. */
export function decided(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return JSON.stringify(['message', entry.from, entry.to, entry.type, entry.reply_to, entry.payload]);
    case 'intent':
      return JSON.stringify(['intent', entry.key, entry.effect, entry.input_hash, entry.input]);
    case 'decision':
      return JSON.stringify(['decision', entry.role, entry.name, entry.inputs, entry.result]);
    case 'refusal':
      return JSON.stringify(['refusal', entry.from, entry.to, entry.type, entry.code]);
    default:
      return JSON.stringify([entry.kind]);
  }
}

/** The error for a run that must not go on past a difference. */
export function diverged({ seq, recorded, computed }: Difference): ArtooError {
  return new ArtooError('diverged', `entry ${seq} differs from its record: recorded ${clip(recorded)}, computed ${clip(computed)}`);
}

const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
