/** The rows of a whole task by their place: rounds, in them sub-tasks, in them attempts. Plain data, folded from its journal in one pass. */
import type { Place } from '../../history/story/place.ts';
import type { Entry } from '../../journal/entry.ts';
import { createEntryRows } from './entry-rows.ts';
import type { Row } from './row.ts';

/** A row, and what came of it where it is a call; null as long as nothing is known. */
export type TaskRow = Row & { readonly outcome?: Row | null };

/** What belongs to one place, in the order of entries. A block stands where it began. */
export type Block = {
  readonly place: Place;
  /** Its first entry. */
  readonly seq: number;
  readonly items: readonly (TaskRow | Block)[];
};

export type TaskRows = {
  add(entry: Entry): void;
  /** The block of the whole task. */
  readonly rows: Block;
  /** How many rows are only in the journal, because there are too many. */
  readonly leftOut: number;
};

/** What is said of a call without an outcome. */
export const unknownOutcome = 'what came of it is not known';

type OpenRow = Row & { outcome?: Row | null };
type OpenBlock = Block & { readonly items: (OpenRow | OpenBlock)[] };

/** What a person reads of a task stays far below. */
const maxRows = 10_000;

export function createTaskRows(): TaskRows {
  const rowsOf = createEntryRows();
  const blocks = new Map<string, OpenBlock>();
  const calls = new Map<number, OpenRow>();
  const root: OpenBlock = { place: { round: 0, subtask: 0, attempt: 0 }, seq: 0, items: [] };
  let kept = 0;
  let leftOut = 0;

  function blockAt(place: Place, seq: number): OpenBlock {
    const { round, subtask, attempt } = place;
    if (round === 0) return root;
    const name = `${round}.${subtask}.${attempt}`;
    const found = blocks.get(name);
    if (found) return found;
    const around = attempt > 0 ? { ...place, attempt: 0 } : { round: subtask > 0 ? round : 0, subtask: 0, attempt: 0 };
    const block: OpenBlock = { place, seq, items: [] };
    blockAt(around, seq).items.push(block);
    blocks.set(name, block);
    return block;
  }

  function addRow(row: Row, isCall: boolean): void {
    const call = row.answers === undefined ? undefined : calls.get(row.answers);
    if (call) {
      call.outcome = row;
      calls.delete(call.seq);
    } else if (row.weight === 'fine') {
      if (kept < maxRows) blockAt(row.place, row.seq); // it begins here, whether or not this is shown
    } else if (kept < maxRows) {
      kept += 1;
      const added: OpenRow = isCall ? { ...row, outcome: null } : row;
      if (isCall) calls.set(row.seq, added);
      blockAt(row.place, row.seq).items.push(added);
    } else leftOut += 1;
  }

  return {
    add(entry) {
      for (const row of rowsOf(entry)) addRow(row, entry.kind === 'intent');
    },
    rows: root,
    get leftOut() {
      return leftOut;
    },
  };
}
