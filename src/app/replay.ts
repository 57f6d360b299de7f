/** Repeats every code decision of a task from its journal alone, and reports where the result differs. */
import { statSync } from 'node:fs';
import { defaultSettings } from '../config/settings.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Difference } from '../effects/compare-entries.ts';
import { type JsonDifference, jsonDifferences } from '../effects/json-differences.ts';
import { type DecisionKind, decisionKinds, decisionsIn } from '../history/replay/decisions-in.ts';
import type { Entry } from '../journal/entry.ts';
import { isGiven } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import { wire } from './wiring/wire.ts';

/** One entry that differs. */
export type ReplayDifference = {
  readonly seq: number;
  /** What kind of entry was recorded, such as `PlanDirective`. */
  readonly what: string;
  /** The paths that differ; empty if only the order of keys differs. */
  readonly parts: readonly JsonDifference[];
};

export type ReplayReport = {
  readonly task_id: TaskId;
  /** The format of the journal's first entry. */
  readonly format: number;
  /** How many entries were replayed, and how many of them were computed by code. */
  readonly entries: number;
  readonly derived: number;
  readonly decisions: Readonly<Record<DecisionKind, number>>;
  readonly differences: readonly ReplayDifference[];
  /** How many more differences there were. */
  readonly more: number;
  /** Why the task could not be replayed to the end of the journal. */
  readonly lost?: string;
  readonly result?: Pick<FinalResult, 'directive' | 'reason'>;
};

export type ReplayWatch = {
  /** Called for every replayed entry. Throw to stop. */
  readonly onEntry?: (entry: Entry) => void;
  /** Called for every entry that differs, before `onEntry`. */
  readonly onDifference?: (seq: number) => void;
};

const maxShown = 50;

/** Rejects with an ArtooError if the journal cannot be read. */
export async function replayTask(
  { path }: { readonly path: string; readonly task_id?: TaskId },
  { onEntry, onDifference }: ReplayWatch = {},
): Promise<ReplayReport> {
  mustBeFile(path);
  using tape = await openTape(path);
  const open = tape.peek()?.entry();
  if (open?.kind !== 'open') throw new ArtooError('journal_empty', `${path} has no entries`); // the tape refuses any other first entry
  const settings = defaultSettings({ data: nowhere, workspace: nowhere });
  const host = wire({ settings, model: { step: () => Promise.reject(asked()) }, env: {} });
  const counts = Object.fromEntries(decisionKinds.map((kind) => [kind, 0])) as Record<DecisionKind, number>; // one for each
  const differences: ReplayDifference[] = [];
  let found = 0;
  let derived = 0;
  const { size, result, lost } = await host.replay(tape, {
    onEntry(entry) {
      if (!isGiven(entry)) derived += 1;
      for (const [kind, count] of decisionsIn(entry)) counts[kind] += count;
      onEntry?.(entry);
    },
    onDifference(difference) {
      found += 1;
      onDifference?.(difference.seq);
      if (found <= maxShown) differences.push(described(difference));
    },
  });
  if (lost) tape.peek()?.entry(); // throws if a damaged line is the reason
  return {
    ...{ task_id: open.task_id, format: open.format, entries: size, derived, decisions: counts, differences },
    more: found - differences.length,
    ...(lost && { lost: whyLost(lost, size, differences) }),
    ...(result && { result: { directive: result.directive, reason: result.reason } }),
  };
}

/** A folder that is never touched: a replay has no effects. */
const nowhere = '/nonexistent';
const asked = () => new ArtooError('model_unset', 'a replay calls no model');

/** Refuses a pipe, on which opening would block. A missing file is reported when it is opened. */
function mustBeFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new ArtooError('journal_unreadable', `${path} is not a file`);
}

/** Of entries of different kinds, only the kinds are compared. */
function described({ seq, recorded, computed }: Difference): ReplayDifference {
  const [what, now] = [nameOf(recorded), nameOf(computed)];
  const isOtherKind = recorded.kind !== computed.kind || (recorded.kind === 'message' && what !== now);
  return {
    seq,
    what,
    parts: isOtherKind ? [{ path: '', recorded: what, computed: now }] : withoutHash(jsonDifferences(recorded, computed)),
  };
}

/** The hash of an input is left out, because it differs whenever the input does. */
const withoutHash = (parts: readonly JsonDifference[]): readonly JsonDifference[] =>
  parts.some(({ path }) => path.startsWith('input.')) ? parts.filter(({ path }) => path !== 'input_hash') : parts;

/** Why the replay stopped; shortened if the same entry is also reported as a difference. */
const whyLost = ({ message }: ArtooError, seq: number, differences: readonly ReplayDifference[]): string =>
  differences.at(-1)?.seq === seq ? `code now decides differently in entry ${seq}` : message;

function nameOf(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return entry.type;
    case 'intent':
      return `${entry.effect} effect ${entry.key}`;
    case 'decision':
      return `decision of ${entry.role}`;
    default:
      return entry.kind;
  }
}
