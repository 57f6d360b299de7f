/** The rows of a whole task by place: rounds, their sub-tasks, their attempts. Plain data, folded from the journal in one pass. */
import type { Place } from '../../history/story/place.ts';
import type { Entry } from '../../journal/entry.ts';
import { createEntryRows } from './entry-rows.ts';
import type { Row } from './row.ts';

/** A row; for a call, also its outcome, which is null while unknown. */
export type TaskRow = Row & { readonly outcome?: Row | null };

/** The rows and blocks of one place, in order. `seq`: the number of its first entry. */
export type Block = { readonly place: Place; readonly seq: number; readonly items: readonly (TaskRow | Block)[] };

export type TaskRows = {
  add(entry: Entry): void;
  /** The block of the whole task. */
  readonly rows: Block;
  /** How many rows are left out, because there are too many. */
  readonly leftOut: number;
};

/** The text shown for a call without an outcome. */
export const unknownOutcome = 'its outcome is unknown';

export const rowsIn = (items: Block['items']): readonly TaskRow[] => items.flatMap((item) => ('items' in item ? [] : [item]));
export const blocksIn = (items: Block['items']): readonly Block[] => items.flatMap((item) => ('items' in item ? [item] : []));

type OpenRow = Row & { outcome?: Row | null };
type OpenBlock = Block & { readonly items: (OpenRow | OpenBlock)[] };

/** How many rows are kept: far more than people read. */
const maxRows = 10_000;

/** `verbose`: with codes and figures. */
export function createTaskRows({ verbose = false }: { readonly verbose?: boolean } = {}): TaskRows {
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
    const isShown = row.weight === 'main' || row.weight === 'minor' || (verbose && row.weight === 'figure');
    if (call) {
      call.outcome = row;
      calls.delete(call.seq);
    } else if (kept < maxRows) {
      const { items } = blockAt(row.place, row.seq); // a block begins with its first row, even if that is not shown
      if (!isShown) return;
      kept += 1;
      const added: OpenRow = isCall ? { ...row, outcome: null } : row;
      if (isCall) calls.set(row.seq, added);
      items.push(added);
    } else if (isShown) leftOut += 1;
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
