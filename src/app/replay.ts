/** Makes every code decision of a task again from its journal alone, and says where it comes out differently. */
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from '../journal/entry.ts';
import { isGiven } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import { type JsonDifference, jsonDifferences } from './json-differences.ts';
import type { TaskFile } from './task-list.ts';
import { wire } from './wire.ts';

/** What kinds of decisions there are, in the order in which a round meets them. */
export const decisionKinds = [
  'routes',
  'plans validated',
  'effects asked for',
  'verdicts by check',
  'verdicts by judges, weighed by code',
  'gates',
  'measurements',
  'directives with blocked sets',
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** One entry that came out differently. */
export type ToldDifference = {
  readonly seq: number;
  /** What kind of entry was recorded, such as `PlanDirective`. */
  readonly what: string;
  readonly parts: readonly JsonDifference[];
};

export type ReplayReport = {
  readonly task_id: TaskId;
  /** How many entries were followed, and how many of them code derived. */
  readonly entries: number;
  readonly derived: number;
  readonly decisions: Readonly<Record<DecisionKind, number>>;
  readonly differences: readonly ToldDifference[];
  /** How many more there were than are told. */
  readonly more: number;
  /** Why it could not be followed to the end of the journal. */
  readonly lost?: string;
  readonly result?: Pick<FinalResult, 'directive' | 'reason'>;
};

const mostTold = 50;

/** `onEntry` sees every entry that the replay comes to. Rejects with an ArtooError where the journal cannot be read. */
export async function replayTask({ task_id, path }: TaskFile, onEntry: (entry: Entry) => void = () => {}): Promise<ReplayReport> {
  using tape = await openTape(path);
  const host = wire({ folders: { data: nowhere, workspace: nowhere }, model: { step: () => Promise.reject(asked()) }, env: {} });
  const counts = Object.fromEntries(decisionKinds.map((kind) => [kind, 0])) as Record<DecisionKind, number>; // one for each
  const differences: ToldDifference[] = [];
  let found = 0;
  let derived = 0;
  const { size, result, lost } = await host.replay(tape, {
    onEntry(entry) {
      if (!isGiven(entry)) derived += 1;
      for (const [kind, count] of decisionsIn(entry)) counts[kind] += count;
      onEntry(entry);
    },
    onDifference({ seq, recorded, computed }) {
      found += 1;
      if (found <= mostTold) differences.push({ seq, what: nameOf(recorded), parts: jsonDifferences(recorded, computed) });
    },
  });
  return {
    task_id,
    entries: size,
    derived,
    decisions: counts,
    differences,
    more: found - differences.length,
    ...(lost && { lost: lost.message }),
    ...(result && { result: { directive: result.directive, reason: result.reason } }),
  };
}

/** Nothing is read or written there: a replay has no world. */
const nowhere = '/nonexistent';
const asked = () => new ArtooError('model_unset', 'a replay asks no model');

/** What code decided in one entry. */
function decisionsIn(entry: Entry): readonly (readonly [DecisionKind, number])[] {
  if (isGiven(entry)) return [];
  if (entry.kind === 'intent') return [['effects asked for', 1]];
  if (entry.kind === 'decision') return [[entry.role === 'R7' ? 'measurements' : 'plans validated', 1]];
  if (entry.kind !== 'message') return [];
  const more = inMessage(entry);
  return [['routes', 1], ...more];
}

function inMessage(message: Extract<Entry, { kind: 'message' }>): readonly (readonly [DecisionKind, number])[] {
  switch (message.type) {
    case 'SubTaskOutcome':
      return message.to === 'R4b' ? verdictsIn(message.payload.criteria_verdicts) : [];
    case 'OutcomeSummary':
      return [['gates', 1], ...verdictsIn(message.payload.task_verdicts)];
    case 'ReplanRequest':
      return [['gates', 1], ...verdictsIn([...(message.payload.task_verdicts ?? []), ...(message.payload.task_checks ?? [])])];
    case 'GroupMatched':
      return [['gates', 1]];
    case 'PlanDirective':
      return [['directives with blocked sets', 1]];
    default:
      return [];
  }
}

function verdictsIn(verdicts: readonly { readonly by: 'check' | 'model' | 'code' }[]): readonly (readonly [DecisionKind, number])[] {
  const byCheck = verdicts.filter(({ by }) => by === 'check').length;
  return [
    ['verdicts by check', byCheck],
    ['verdicts by judges, weighed by code', verdicts.length - byCheck],
  ];
}

const nameOf = (entry: Entry): string => {
  if (entry.kind === 'message') return entry.type;
  return entry.kind === 'intent' ? `${entry.effect} effect ${entry.key}` : entry.kind;
};
