/** How many decisions of each kind code made in an entry. Pure. */
import type { DecisionEntry, Entry, MessageEntry } from '../../journal/entry.ts';
import { isGiven } from '../../journal/tape.ts';

/** The kinds, in the order in which they occur in a round. */
export const decisionKinds = [
  'routes',
  'calibrations by memory',
  'plans validated',
  'effects asked for',
  'verdicts by check',
  'verdicts by judges, weighed by code',
  'verdicts by code alone',
  'gates',
  'measurements',
  'directives with blocked sets',
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

type Counted = readonly (readonly [DecisionKind, number])[];

/** Counts the decisions in an entry. Decisions in a message that goes to two roles count once. */
export function decisionsIn(entry: Entry): Counted {
  if (isGiven(entry)) return [];
  switch (entry.kind) {
    case 'intent':
      return [['effects asked for', 1]];
    case 'decision':
      return [[kindOf(entry), 1]];
    case 'refusal':
      return [['routes', 1]];
    case 'message':
      return [['routes', 1], ...inMessage(entry)];
    default:
      return [];
  }
}

function kindOf({ role, name }: DecisionEntry): DecisionKind {
  if (role === 'R7') return 'measurements';
  return name === 'calibration' ? 'calibrations by memory' : 'plans validated';
}

function inMessage(message: MessageEntry): Counted {
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

function verdictsIn(verdicts: readonly { readonly by: 'check' | 'model' | 'code' }[]): Counted {
  const count = (who: (typeof verdicts)[number]['by']) => verdicts.filter(({ by }) => by === who).length;
  return [
    ['verdicts by check', count('check')],
    ['verdicts by judges, weighed by code', count('model')],
    ['verdicts by code alone', count('code')],
  ];
}
