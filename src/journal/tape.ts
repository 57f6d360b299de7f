/** The entries of an earlier run, in the order in which a later run of the same task follows them. */
import type { Entry, TaskSettings } from './entry.ts';

/** One entry of the tape. Failure contract: `entry` throws `journal_corrupt` if it cannot be read. */
export type Recorded = {
  /** Whether the entry came from outside the roles; otherwise code derived it. */
  readonly given: boolean;
  readonly ts: string;
  /** Whether the record equals the computed entry, byte for byte. If false, compare the entries. */
  is(computed: Entry): boolean;
  entry(): Entry;
};

/** Failure contract: `peek` and `advance` throw `journal_corrupt` or `journal_unreadable`. */
export type Tape = {
  /** The next entry, without advancing; undefined at the end. */
  peek(): Recorded | undefined;
  advance(): void;
};

/** A tape of entries in memory. */
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

/** The same tape, up to but not including the entry at `seq`. */
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

/** The settings that the task was started with; undefined if the tape does not begin like a journal. */
export function settingsIn(tape: Tape): TaskSettings | undefined {
  const opened = tape.peek()?.entry();
  return opened?.kind === 'open' ? opened.settings : undefined;
}

/** Whether an entry came from outside the roles: from the world, the person, memory, the clock. Code derives all other entries from these. */
export const isGiven = (entry: Entry): boolean => comesFromOutside(entry.kind, 'from' in entry ? entry.from : undefined);

const givenKinds: ReadonlySet<string> = new Set([
  'outcome',
  'pause',
  'alarm',
  'background',
  'claim',
  'late',
  'halt',
] satisfies Entry['kind'][]);

/** Like `isGiven`, using only the head of a line. */
export function comesFromOutside(kind: string, from: string | undefined): boolean {
  if (kind === 'message') return from === 'User' || from === 'R5';
  if (kind === 'refusal') return from === 'User';
  return givenKinds.has(kind);
}
