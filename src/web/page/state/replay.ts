/** A task as it was at any entry: folded forward from the last position, or from the start for a step back. */
import type { Entry } from '../../../journal/entry.ts';
import type { Row } from '../../../view/rows/row.ts';
import { createTaskModel, type TaskModel, type TaskShown } from './task-model.ts';

export type Replay = {
  /** What the page shows for the task after that entry, and the entry in words. */
  at(seq: number): { readonly shown: TaskShown; readonly told: string };
};

/** `entries` may grow in the meantime. */
export function createReplay(entries: readonly Entry[]): Replay {
  let model: TaskModel = createTaskModel();
  let next = 0;
  let known: { readonly seq: number; readonly shown: TaskShown } | undefined;

  function shownAt(seq: number): TaskShown {
    if (known?.seq === seq) return known.shown;
    if (seq < next - 1) {
      model = createTaskModel();
      next = 0;
    }
    for (; next <= seq; next += 1) {
      const entry = entries[next];
      if (!entry) break;
      model.add(entry);
    }
    known = { seq, shown: model.shown() };
    return known.shown;
  }

  return {
    at(seq) {
      const shown = shownAt(seq);
      return { shown, told: wordsOf(seq, shown.rows, entries[seq]) };
    },
  };
}

/** The first row of the entry; if it has none, its kind. */
function wordsOf(seq: number, rows: readonly Row[], entry: Entry | undefined): string {
  const row = rows.find((each) => each.seq === seq);
  if (row)
    return [row.who, row.what, row.detail]
      .filter((part) => part !== '')
      .join(' ')
      .slice(0, maxLength);
  if (entry?.kind === 'message') return `${entry.type}, from ${entry.from} to ${entry.to}`;
  return entry?.kind === 'open' ? 'The task was opened' : (entry?.kind ?? '');
}

const maxLength = 300;
