/** The entries of an earlier run, one after the other, as a later run of the same task follows them. */
import type { Entry } from './entry.ts';

/** One entry of the tape. Failure contract: `entry` throws `journal_corrupt` when it cannot be read. */
export type Recorded = {
  /** Whether it came from outside the roles; otherwise code derived it. */
  readonly given: boolean;
  readonly ts: string;
  /** Whether it is, byte for byte, what was recorded. False means only: look closer. */
  is(computed: Entry): boolean;
  entry(): Entry;
};

/** Failure contract: `peek` and `advance` throw `journal_corrupt` or `journal_unreadable`. */
export type Tape = {
  /** The next entry, which stays the next; nothing at the end. */
  peek(): Recorded | undefined;
  /** Goes on to the next. */
  advance(): void;
};

/** A tape of entries that are in memory. */
export function tapeOf(entries: readonly Entry[]): Tape {
  let at = 0;
  return {
    peek() {
      const entry = entries[at];
      return entry && { given: isGiven(entry), ts: entry.ts, is: () => false, entry: () => entry };
    },
    advance() {
      at += 1;
    },
  };
}

/** The same tape, without what stands at `seq` and after it. */
export function tapeBefore(seq: number, tape: Tape): Tape {
  let at = 0;
  return {
    peek: () => (at < seq ? tape.peek() : undefined),
    advance() {
      at += 1;
      tape.advance();
    },
  };
}

/** Given entries came from outside the roles: the world, the person, memory, the clock. All others are derived from them by code. */
export const isGiven = (entry: Entry): boolean => comesFromOutside(entry.kind, 'from' in entry ? entry.from : undefined);

export function comesFromOutside(kind: string, from: string | undefined): boolean {
  switch (kind) {
    case 'outcome':
    case 'pause':
    case 'alarm':
    case 'halt':
      return true;
    case 'message':
      return from === 'User' || from === 'R5';
    case 'refusal':
      return from === 'User';
    default:
      return false;
  }
}
