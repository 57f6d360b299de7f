/**
 * Everything that can be done to a board, as data. An act contains everything that its decision is based on, including what git, clocks, files and
 * processes reported, as facts. So the journal can keep it, and a replay can decide it again.
 */
import type { Newcomer } from '../agents/registration.ts';
import type { TeamRole } from '../board/ids.ts';
import type { Beginning } from '../board/new-board.ts';
import { boardTime } from '../board/time.ts';
import type { LetterFacts } from '../letters/admission.ts';
import type { Letter, PlannedTask } from '../letters/letter.ts';
import type { Edge, Facts } from '../lifecycle/edge.ts';
import type { NoteMark } from '../notes.ts';
import type { ReviewFacts } from '../review/approval.ts';
import type { SpecFact } from '../review/commit-facts.ts';
import type { Decision } from './decisions.ts';

/** Facts that were looked up for an act, as JSON. */
export type ActFacts = Omit<Facts, 'now' | 'dead' | 'awaited'> & {
  readonly now: string;
  readonly dead: readonly string[];
  readonly awaited?: readonly string[];
  /** The hashes of the specs that exist, by path. */
  readonly specs?: Readonly<Record<string, string>>;
  /** Whether specs need not exist (SKIP_SPEC_FILE_CHECK). */
  readonly areSpecsUnchecked?: boolean;
  readonly review?: ReviewFacts;
};

export type Act =
  /** The first act in a journal: creates the board. */
  | { readonly act: 'init'; readonly beginning: Beginning; readonly facts: ActFacts }
  /** Writes the last board in the journal again, over a board that is not valid. */
  | { readonly act: 'restore'; readonly facts: ActFacts }
  /** A letter from an agent. `isKnown`: the letter was admitted before. */
  | { readonly act: 'letter'; readonly letter: Letter; readonly isKnown: boolean; readonly facts: ActFacts }
  | { readonly act: 'move'; readonly edge: Edge; readonly facts: ActFacts }
  /** The person approves drafts: all of them, or none. */
  | { readonly act: 'finalize'; readonly tasks: readonly string[]; readonly facts: ActFacts }
  /** The person adds a task, as a draft or free to be claimed immediately. */
  | { readonly act: 'add'; readonly task: PlannedTask; readonly isDraft: boolean; readonly facts: ActFacts }
  | { readonly act: 'register'; readonly agent: string; readonly role: TeamRole; readonly newcomer: Newcomer; readonly facts: ActFacts }
  /** Chooses the runner for an agent's next turn, from these runners in this order; memory may advise against some of them. */
  | {
      readonly act: 'choose_runner';
      readonly agent: string;
      readonly runners: readonly string[];
      readonly avoided: readonly string[];
      readonly facts: ActFacts;
    }
  /** How much of its context an agent used in its last turn; null if unknown. */
  | { readonly act: 'context'; readonly agent: string; readonly percent: number | null; readonly facts: ActFacts }
  /** These agents take work from now on. */
  | { readonly act: 'ready'; readonly agents: readonly string[]; readonly facts: ActFacts }
  /** `isGone`: another agent reports that the agent is gone, so this is checked again. */
  | { readonly act: 'unregister'; readonly agent: string; readonly isGone?: boolean; readonly facts: ActFacts }
  | { readonly act: 'heartbeat'; readonly agents: readonly string[]; readonly facts: ActFacts }
  | { readonly act: 'claim_review'; readonly task: string; readonly reviewer: string; readonly facts: ActFacts }
  /** A review goes back to the pool: its lease has expired, or the person takes it away. */
  | { readonly act: 'release_review'; readonly task: string; readonly force?: boolean; readonly facts: ActFacts }
  /**
   * An agent begins a turn on the work that it holds. `isAnew`: the previous turn was cut off and is not continued, so its letters no longer count.
   */
  | { readonly act: 'turn'; readonly agent: string; readonly task: string; readonly isAnew?: true; readonly facts: ActFacts }
  /** The spec of a task has changed since the task was finalized. */
  | { readonly act: 'spec_changed'; readonly task: string; readonly spec: SpecFact; readonly facts: ActFacts }
  /** A coder was given the current text of its spec. */
  | { readonly act: 'spec_seen'; readonly task: string; readonly hash: string; readonly facts: ActFacts }
  | { readonly act: 'note'; readonly message: string; readonly for?: string; readonly facts: ActFacts }
  /**
   * The person wants a planner to plan what they say here, or what is in notes that no planner has read. They review the drafts before any agent works
   * on them.
   */
  | { readonly act: 'ask_plan'; readonly message?: string; readonly facts: ActFacts }
  /** An agent ended a turn that began with these notes in its prompt. */
  | {
      readonly act: 'notes_read';
      readonly agent: string;
      readonly task: { readonly id: string; readonly fencing: number } | null;
      readonly notes: readonly NoteMark[];
      readonly facts: ActFacts;
    }
  | { readonly act: 'end_sprint'; readonly facts: ActFacts }
  | { readonly act: 'checkpoint'; readonly why: string; readonly facts: ActFacts }
  | { readonly act: 'go_on'; readonly decision: Decision; readonly because: string; readonly facts: ActFacts }
  /** The circuit breaker examines the anomalies. */
  | { readonly act: 'analyze'; readonly facts: ActFacts }
  | { readonly act: 'abort'; readonly facts: ActFacts };

/** When an act was decided, in the board's format. */
export const timeOf = ({ now }: Pick<ActFacts, 'now'>): string => boardTime(new Date(now));

/** The facts in the form that the rules read. */
export function factsOf(
  { now, dead, awaited = [], specs = {}, areSpecsUnchecked = false, review, ...facts }: ActFacts,
  isKnown?: string,
): LetterFacts {
  return {
    ...facts,
    now: new Date(now),
    dead: new Set(dead),
    awaited: new Set(awaited),
    specs: { hashOf: (path) => (Object.hasOwn(specs, path) ? specs[path] : undefined), isUnchecked: areSpecsUnchecked },
    admitted: new Set(isKnown === undefined ? [] : [isKnown]),
    ...(review && { review }),
  };
}
