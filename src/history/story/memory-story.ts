/** What memory told the planner of one task, and what it learned from the task: plain data, folded from its journal. */
import type { Calibration } from '../../contracts/decisions.ts';
import type { Megram, MemoryRecall } from '../../contracts/memory.ts';
import type { Entry } from '../../journal/entry.ts';

/** The id of a memory, with its text if the journal contains it. */
export type Source = { readonly id: string; readonly content: string | null };

export type SaidEntry = {
  readonly kind: string;
  readonly text: string;
  /** The person's own words, if the person declared the memory. */
  readonly declared?: string;
  /** Whether code enforced the entry on the plan. */
  readonly enforced: boolean;
  readonly megrams: readonly Source[];
};

/** What memory answered before one plan. */
export type SaidRound = {
  readonly round: number;
  /** The entry that asked memory. */
  readonly seq: number;
  /**
   * `said`: entries for the plan. `faint`: memory has something, but nothing strong enough to report. `empty`: memory has nothing. `missing`: memory
   * could not be asked. `unanswered`: the journal ends before the answer.
   */
  readonly came: 'said' | 'faint' | 'empty' | 'missing' | 'unanswered';
  /** Why memory could not be asked. */
  readonly missing: string | null;
  /** The kind of task that memory recognised. */
  readonly space: string | null;
  readonly entries: readonly SaidEntry[];
  /** The prohibitions in effect, and what the person must be asked about. */
  readonly must_nots: readonly string[];
  readonly cautions: readonly string[];
  /** Rules that newer evidence overruled. */
  readonly overruled: readonly { readonly rule: Source; readonly evidence: Source | null }[];
};

export type MemoryStory = {
  readonly task_id: string;
  readonly goal: string;
  /** Whether the task uses memory. */
  readonly memory: boolean;
  readonly isOver: boolean;
  readonly rounds: readonly SaidRound[];
  readonly taught: readonly Megram[];
};

export type MemoryStoryFold = { add(entry: Entry): void; story(): MemoryStory };

/** Folds the story of a task, which may still be running. */
export function createMemoryStory(): MemoryStoryFold {
  const rounds: SaidRound[] = [];
  const taught: Megram[] = [];
  let recall: MemoryRecall | undefined;
  let opened = { task_id: '', memory: false };
  let goal = '';
  let isOver = false;

  function change(by: (round: SaidRound) => Partial<SaidRound>): void {
    const last = rounds.at(-1);
    if (last) rounds[rounds.length - 1] = { ...last, ...by(last) };
  }

  function add(entry: Entry): void {
    if (entry.kind === 'open') opened = { task_id: entry.task_id, memory: entry.settings.memory };
    if (entry.kind === 'decision' && entry.name === 'calibration') change(() => calibratedBy(entry.result, recall));
    if (entry.kind !== 'message') return;
    if (entry.type === 'UserInput') goal = entry.payload.text;
    if (entry.type === 'Megram') taught.push(entry.payload);
    if (entry.type === 'FinalResult') isOver = true;
    if (entry.type === 'MemoryQuery') rounds.push({ ...unanswered, round: rounds.length + 1, seq: entry.seq });
    if (entry.type === 'MemoryRecall' && entry.to === 'R2') {
      recall = entry.payload;
      change(() => recalledIn(entry.payload));
    }
  }

  return { add, story: () => ({ ...opened, goal, isOver, rounds: [...rounds], taught: [...taught] }) };
}

const unanswered = { came: 'unanswered', missing: null, space: null, entries: [], must_nots: [], cautions: [], overruled: [] } as const;

function recalledIn(recall: MemoryRecall): Partial<SaidRound> {
  const { space, missing, rules, potentials, recent, notes = [], dissonances } = recall;
  const holds = rules.length + potentials.length + recent.length + notes.length > 0;
  const sourceOf = sourcesIn(recall);
  return {
    came: missing !== null ? 'missing' : holds ? 'faint' : 'empty',
    missing,
    space,
    overruled: dissonances.map(({ rule_id, evidence_id }) => ({
      rule: sourceOf(rule_id),
      evidence: evidence_id === '' ? null : sourceOf(evidence_id),
    })),
  };
}

function calibratedBy({ entries, must_nots, cautions }: Calibration['result'], recall: MemoryRecall | undefined): Partial<SaidRound> {
  const sourceOf = sourcesIn(recall);
  return {
    ...(entries.length > 0 && { came: 'said' }),
    entries: entries.map(({ kind, text, declared, enforced, megrams }) => ({
      ...{ kind, text, enforced, megrams: megrams.map(sourceOf) },
      ...(declared === undefined ? {} : { declared }),
    })),
    must_nots: must_nots.map(({ because }) => because),
    cautions: cautions.map(({ because }) => because),
  };
}

/** Finds memories by id. A recall has the text of its rules, notes and newest memories, and only the ids of others. */
function sourcesIn(recall: MemoryRecall | undefined): (id: string) => Source {
  const words = new Map(
    [...(recall?.rules ?? []), ...(recall?.recent ?? []), ...(recall?.notes ?? [])].map(({ id, content }) => [id, content]),
  );
  return (id) => ({ id, content: words.get(id) ?? null });
}
