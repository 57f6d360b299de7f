/**
 * What the journal says about turns and letters, read as it grows: which letters were admitted, which turns were cut off, and when a planner last
 * looked at the board.
 */
import { join } from 'node:path';
import { roleOf } from '../board/ids.ts';
import { createEntryReader, type TeamLine } from '../journal.ts';
import { type Beat, beatIn, withBeat } from '../watch/clock-skew.ts';

type TurnLine = Extract<TeamLine, { kind: 'intent'; what: 'turn' }>;

export type JournalFacts = {
  /** Reads what has been written since the last call. */
  read(): void;
  /** Whether a letter was admitted before. Certain only under the board's lock, because the last one may not have been written. */
  isAdmitted(id: string): boolean;
  /** The last turn of an agent, unless the journal has its end. */
  openTurn(agent: string): TurnLine | undefined;
  /** When a planner last began a turn that it ended with a letter. */
  heard(): string | undefined;
  /** When agents last reported that they are alive, in the order of their reports. */
  beats(): readonly Beat[];
};

/** `onLine` gets every line that is read after the first call. */
export function openJournalFacts(root: string, onLine: (line: TeamLine) => void = () => {}): JournalFacts {
  const reader = createEntryReader(join(root, '.liza', 'journal.jsonl'));
  const admitted = new Set<string>();
  const open = new Map<string, TurnLine>();
  let heard: string | undefined;
  let beats: readonly Beat[] = [];

  /** The last letter; whether it was written is not known until the next entry. */
  let last: { readonly id: string; readonly after: string } | undefined;

  function note(line: TeamLine): void {
    if (last && baseOf(line) === last.after) admitted.add(last.id);
    last = line.kind === 'update' && line.act?.act === 'letter' ? { id: line.act.letter.id, after: line.after } : undefined;
    const beat = beatIn(line);
    if (beat) beats = withBeat(beats, beat);
    if (line.kind === 'intent' && line.what === 'turn') open.set(line.by, line);
    else if (line.kind === 'outcome')
      for (const [agent, turn] of open) {
        if (turn.id !== line.of) continue;
        open.delete(agent);
        if (roleOf(agent) === 'planner' && line.detail.startsWith('done')) heard = `${turn.at.slice(0, 19)}Z`; // a planner has not heard anything said after its turn began
      }
  }

  for (const line of reader.more()) note(line);

  return {
    read() {
      for (const line of reader.more()) {
        note(line);
        onLine(line);
      }
    },
    isAdmitted: (id) => admitted.has(id) || last?.id === id,
    openTurn: (agent) => open.get(agent),
    heard: () => heard,
    beats: () => beats,
  };
}

/** The hash of the board that an entry was about. */
const baseOf = (line: TeamLine): string => (line.kind === 'update' || line.kind === 'foreign' ? line.before : line.after);
