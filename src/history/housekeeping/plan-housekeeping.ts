/** What in a data folder would be compressed or removed under a policy. Pure: the content of the folder is an argument. */
import type { TaskReceipts } from '../../tools/changes/receipts/forget-receipts.ts';

export type JournalFound = {
  readonly task_id: string;
  readonly state: 'ended' | 'dropped' | 'unfinished' | 'running' | 'unreadable';
  /** When the task ended or was dropped, in milliseconds; 0 if neither. */
  readonly ended: number;
  /** The size of the plain and of the compressed file, in bytes. */
  readonly plain: number;
  readonly compressed: number;
};

/** A file that a process began to write but never put in place. */
export type PartFound = { readonly name: string; readonly bytes: number; readonly time: number };

export type Found = {
  readonly journals: readonly JournalFound[];
  readonly receipts: readonly TaskReceipts[];
  readonly parts: readonly PartFound[];
};

/** Ages are milliseconds since a task ended, sizes are bytes; infinity means never. */
export type Policy = {
  readonly compressAfter: number;
  readonly removeAfter: number;
  /** When the receipts of a task are removed while its journal stays. */
  readonly undoAfter: number;
  /** The oldest tasks are removed until the rest fits. */
  readonly maxSize: number;
};

/** One thing to do. `forget` removes only the receipts. */
export type Step = {
  readonly does: 'sweep' | 'remove' | 'forget' | 'compress';
  readonly why: 'age' | 'size' | 'leftover';
  /** The task, or the name of an unfinished file. */
  readonly id: string;
  /** When the task ended, or the file was last changed or written to. */
  readonly when: number;
  readonly bytes: number;
  /** How many of the bytes are receipts. */
  readonly undo: number;
  /** How many bytes the step frees; estimated for `compress`. */
  readonly saves: number;
  /** The tasks that this task undid; their receipts are removed before the receipts of this task. */
  readonly undoes: readonly string[];
};

export type Plan = {
  /** The steps in the order in which they run; those that enforce the size limit come last. */
  readonly steps: readonly Step[];
  /** How many bytes are stored, and how many the steps free. */
  readonly total: number;
  readonly saves: number;
  /** Journals that are never touched. */
  readonly left: Readonly<Record<'unfinished' | 'running' | 'unreadable', number>>;
};

const partAge = 24 * 60 * 60 * 1000;

export function planHousekeeping(found: Found, policy: Policy, now: number): Plan {
  const isDue = (age: number) => (item: Item) => now - item.when >= age;
  const items = itemsIn(found);
  const holding = new Set(items.flatMap(({ id, undo }) => (undo > 0 ? [id] : [])));

  const swept = found.parts.filter(({ time }) => now - time >= partAge).map(sweeping);
  const removed = items.filter(isOver).filter(isDue(policy.removeAfter));
  for (const { id } of removed) holding.delete(id);
  const forgotten = inOrder(
    items.filter((item) => isFree(item) && holding.has(item.id)).filter((item) => isDue(forgetAfter(item, policy))(item)),
    holding,
  );
  const gone = new Set([...removed, ...forgotten.filter(({ journal }) => !journal)].map(({ id }) => id));
  const staying = items.filter(({ id }) => !gone.has(id));
  const compressed = staying.flatMap((item) => compressing(item, isDue(policy.compressAfter)(item)) ?? []);
  const first = [...swept, ...removed.map((item) => removing(item, 'age')), ...forgotten.map(forgetting), ...compressed];

  const total = sumOf([...items, ...found.parts], ({ bytes }) => bytes);
  const excess = total - savedBy(first) - policy.maxSize;
  const steps = [...first, ...untilItFits(remainingOf(staying, first), excess, holding)];
  return { steps, total, saves: savedBy(steps), left: leftIn(found.journals) };
}

/** A task with everything that is kept for it. */
type Item = {
  readonly id: string;
  readonly when: number;
  readonly journal: JournalFound | undefined;
  readonly bytes: number;
  readonly undo: number;
  readonly undoes: readonly string[];
};

/** Oldest first. */
function itemsIn({ journals, receipts }: Found): readonly Item[] {
  const receiptsOf = new Map<string, (typeof receipts)[number]>(receipts.map((each) => [each.task_id, each]));
  const withJournal = new Set(journals.map(({ task_id }) => task_id));
  const item = (id: string, journal?: JournalFound): Item => {
    const { bytes: undo = 0, time = 0, undoes = [] } = receiptsOf.get(id) ?? {};
    const { ended = 0, plain = 0, compressed = 0 } = journal ?? {};
    return { id, journal, when: Math.max(ended, time), bytes: plain + compressed + undo, undo, undoes };
  };
  const others = receipts.flatMap(({ task_id }) => (withJournal.has(task_id) ? [] : [item(task_id)]));
  return [...journals.map((journal) => item(journal.task_id, journal)), ...others].sort((a, b) => a.when - b.when);
}

const isOver = ({ journal }: Item): boolean => journal?.state === 'ended' || journal?.state === 'dropped';

/** Whether a task can no longer be resumed. A tried command and an undo have no journal, so they never can. */
const isFree = (item: Item): boolean => !item.journal || isOver(item);

/** The age at which receipts are removed. Without a journal, the receipts are all that remains of a task. */
const forgetAfter = ({ journal }: Item, { undoAfter, removeAfter }: Policy): number =>
  journal ? undoAfter : Math.min(undoAfter, removeAfter);

/** An undo is removed after the task that it undid, or never: without the undo, that task would still seem to be in effect. */
function inOrder(due: readonly Item[], holding: Set<string>): readonly Item[] {
  const ordered: Item[] = [];
  for (let waiting = due, before = -1; ordered.length > before; waiting = waiting.filter(({ id }) => holding.has(id))) {
    before = ordered.length;
    for (const item of waiting) {
      if (!isUnneeded(item, holding)) continue;
      ordered.push(item);
      holding.delete(item.id);
    }
  }
  return ordered;
}

const isUnneeded = ({ undoes }: Item, holding: ReadonlySet<string>): boolean => undoes.every((undone) => !holding.has(undone));

/** What remains of each task after the steps. */
function remainingOf(items: readonly Item[], steps: readonly Step[]): readonly Item[] {
  const saved = new Map<string, { bytes: number; undo: number }>();
  for (const { id, saves, undo } of steps) {
    const before = saved.get(id) ?? { bytes: 0, undo: 0 };
    saved.set(id, { bytes: before.bytes + saves, undo: before.undo + undo });
  }
  return items.map((item) => {
    const { bytes, undo } = saved.get(item.id) ?? { bytes: 0, undo: 0 };
    return { ...item, bytes: item.bytes - bytes, undo: item.undo - undo };
  });
}

function untilItFits(oldestFirst: readonly Item[], excess: number, holding: Set<string>): readonly Step[] {
  const steps: Step[] = [];
  let remaining = excess;
  for (const item of oldestFirst) {
    if (remaining <= 0) break;
    if (!isFree(item) || !isUnneeded(item, holding)) continue;
    steps.push(removing(item, 'size'));
    holding.delete(item.id);
    remaining -= item.bytes;
  }
  return steps;
}

function sweeping({ name, bytes, time }: PartFound): Step {
  return { does: 'sweep', why: 'leftover', id: name, when: time, bytes, undo: 0, saves: bytes, undoes: [] };
}

function removing({ id, when, bytes, undo, undoes, journal }: Item, why: 'age' | 'size'): Step {
  return { does: journal ? 'remove' : 'forget', why, id, when, bytes, undo, saves: bytes, undoes };
}

function forgetting({ id, when, undo, undoes }: Item): Step {
  return { does: 'forget', why: 'age', id, when, bytes: undo, undo, saves: undo, undoes };
}

/** The step that compresses a journal. If a killed process left both files, the plain one is removed, whatever its age. */
function compressing(item: Item, isDue: boolean): Step | undefined {
  const { plain = 0, compressed = 0 } = item.journal ?? {};
  const isLeftover = plain > 0 && compressed > 0;
  if (item.journal?.state !== 'ended' || plain === 0 || !(isLeftover || isDue)) return undefined;
  const saves = isLeftover ? plain : Math.max(0, plain - compressedSize(plain));
  return { does: 'compress', why: isLeftover ? 'leftover' : 'age', id: item.id, when: item.when, bytes: plain, undo: 0, saves, undoes: [] };
}

/** A high estimate: small journals shrink to a third, large ones to a tenth or less. */
const compressedSize = (plain: number): number => Math.ceil(1_000 + plain / 5);

function leftIn(journals: readonly JournalFound[]): Plan['left'] {
  const count = (state: JournalFound['state']) => journals.filter((journal) => journal.state === state).length;
  return { unfinished: count('unfinished'), running: count('running'), unreadable: count('unreadable') };
}

const savedBy = (steps: readonly Step[]): number => sumOf(steps, ({ saves }) => saves);
const sumOf = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((sum, item) => sum + value(item), 0);
