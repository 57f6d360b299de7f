/**
 * What happened outside the plan: alarms, halts, sub-tasks that another machine took over, answers that came too late, refused messages, failures,
 * cancels, pauses, and model calls that were lost when their process ended.
 */
import type { Entry } from '../../journal/entry.ts';
import { words } from './short-copies.ts';

export type IncidentStory = {
  readonly seq: number;
  readonly what: 'alarm' | 'halt' | 'refusal' | 'failure' | 'cancel' | 'pause' | 'lost' | 'moved' | 'late';
  /** The round in which the incident happened; 0 before the first. */
  readonly round: number;
  readonly who: string;
  /** `resumed` for a pause that ended when another process resumed the task. */
  readonly code: string | null;
  readonly detail: string;
  /** How long a pause was. */
  readonly ms: number | null;
};

type Incident = Pick<IncidentStory, 'what' | 'who' | 'code' | 'detail'> & { readonly ms?: number };

/** The incident that an entry records; undefined if it records none. */
export function incidentOf(entry: Entry, round: number): IncidentStory | undefined {
  const found = incidentIn(entry);
  return found && { seq: entry.seq, round, ms: null, ...found, detail: words(found.detail, 1_000) };
}

function incidentIn(entry: Entry): Incident | undefined {
  switch (entry.kind) {
    case 'alarm':
    case 'halt':
      return { what: entry.kind, who: 'Host', code: entry.code, detail: entry.detail };
    case 'refusal':
      return { what: 'refusal', who: entry.from, code: entry.code, detail: `${entry.type} to ${entry.to}: ${entry.detail}` };
    case 'pause':
      return { what: 'pause', who: 'Host', code: entry.resumed ? 'resumed' : null, detail: '', ms: entry.ms };
    case 'claim': // the first claim of a sub-task is not an incident
      return (
        entry.why && {
          what: 'moved',
          who: words(entry.worker ?? 'Host', 100),
          code: entry.why,
          detail: `sub-task ${entry.round}.${entry.subtask}`,
        }
      );
    case 'late':
      return { what: 'late', who: words(entry.worker, 100), code: null, detail: `call ${entry.key}` };
    case 'message':
      if (entry.type === 'Cancel') return { what: 'cancel', who: entry.from, code: null, detail: entry.payload.why };
      if (entry.type !== 'Failure') return undefined;
      return { what: 'failure', who: entry.payload.role, code: entry.payload.code, detail: entry.payload.detail };
    default:
      return undefined;
  }
}
