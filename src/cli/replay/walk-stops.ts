/** The stops of a walk through a replay. Only their numbers are kept: what a stop shows is read from the journal on arrival. */
import type { Entry } from '../../journal/entry.ts';
import { type JournalLine, streamJournal } from '../../journal/stream.ts';
import { comparisonOf, createGuide, type Guide, isStop, titleOf } from '../../view/replay/walk.ts';
import { createEntryRows } from '../../view/rows/entry-rows.ts';

export type Stops = {
  /** In order: the entries that are stops, those where R7 measured a round, and those for which the replay differs. */
  readonly seqs: readonly number[];
  readonly measured: readonly number[];
  readonly differing: readonly number[];
  add(entry: Entry): void;
  /** Marks the next entry as different: it is a stop even without rows. */
  differs(seq: number): void;
};

/** A fold over the entries of a replay. */
export function createStops(): Stops {
  const [seqs, measured, differing]: [number[], number[], number[]] = [[], [], []];
  const rowsOf = createEntryRows();
  return {
    seqs,
    measured,
    differing,
    add(entry) {
      const { seq } = entry;
      if (!isStop(entry, rowsOf(entry)) && differing.at(-1) !== seq) return;
      seqs.push(seq);
      if (entry.kind === 'decision' && entry.role === 'R7') measured.push(seq);
    },
    differs: (seq) => void differing.push(seq),
  };
}

export type Shown = { readonly title: string; readonly lines: readonly string[]; readonly comparison: string };

/** Holds the journal open until it is disposed. */
export type Showing = AsyncDisposable & { show(seq: number, width: number | undefined): Promise<Shown> };

/** Shows stops in any order. Forward, it keeps reading; further back than the last `maxKept` stops, it reads from the start. Rejects like `streamJournal`, and when the signal fires. */
export function createShowing(path: string, { seqs, differing }: Stops, signal: AbortSignal, maxKept = 200): Showing {
  const stops = new Set(seqs);
  const others = new Set(differing);
  const kept = new Map<string, Shown>();
  let lines: AsyncGenerator<JournalLine> | undefined;
  let guide: Guide = createGuide();
  let at = -1;

  async function goTo(seq: number): Promise<Entry | undefined> {
    if (!lines || seq <= at) {
      await lines?.return(undefined);
      [lines, guide, at] = [streamJournal(path), createGuide(), -1];
    }
    for (;;) {
      signal.throwIfAborted();
      const { value: line } = await lines.next();
      if (!line || 'torn' in line) return undefined; // the file has changed since the replay
      at = line.entry.seq;
      guide.add(line.entry, stops.has(at));
      if (at === seq) return line.entry;
    }
  }

  async function show(seq: number, width: number | undefined): Promise<Shown> {
    const key = `${seq} ${width}`;
    const seen = kept.get(key);
    if (seen) return seen;
    const entry = await goTo(seq);
    const shown = entry
      ? { title: titleOf(entry), lines: guide.lines(width), comparison: comparisonOf(entry, others.has(seq)) }
      : { title: '', lines: ['it is no longer in the journal'], comparison: '' };
    kept.set(key, shown);
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? key); // the oldest
    return shown;
  }

  return { show, [Symbol.asyncDispose]: async () => void (await lines?.return(undefined)) };
}
