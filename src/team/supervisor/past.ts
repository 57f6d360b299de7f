/** What the journal says about turns and letters, read as it grows: what was admitted, which turns were cut off, and when a planner last looked at the board. */
import { join } from 'node:path';
import { roleOf } from '../board/ids.ts';
import { createEntryReader, type TeamLine } from '../journal.ts';

type TurnLine = Extract<TeamLine, { kind: 'intent'; what: 'turn' }>;

export type Past = {
  /** Reads what was written since the last call. */
  read(): void;
  /** Whether a letter was admitted before. */
  isAdmitted(id: string): boolean;
  /** The last turn of an agent, where nothing says that it ended. */
  openTurn(agent: string): TurnLine | undefined;
  /** When a planner last ended a turn. */
  heard(): string | undefined;
};

/** `onLine` gets every line that is read after the first time. */
export function openPast(root: string, onLine: (line: TeamLine) => void = () => {}): Past {
  const reader = createEntryReader(join(root, '.liza', 'journal.jsonl'));
  const admitted = new Set<string>();
  const open = new Map<string, TurnLine>();
  let heard: string | undefined;

  function note(line: TeamLine): void {
    if (line.kind === 'update' && line.act?.act === 'letter') admitted.add(line.act.letter.id);
    else if (line.kind === 'intent' && line.what === 'turn') open.set(line.by, line);
    else if (line.kind === 'outcome')
      for (const [agent, turn] of open) {
        if (turn.id !== line.of) continue;
        open.delete(agent);
        if (roleOf(agent) === 'planner') heard = `${line.at.slice(0, 19)}Z`;
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
    isAdmitted: (id) => admitted.has(id),
    openTurn: (agent) => open.get(agent),
    heard: () => heard,
  };
}
