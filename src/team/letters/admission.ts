/** What becomes of a letter, and the facts that decide it. */
import type { Board } from '../board/board.ts';
import type { Facts } from '../lifecycle/edge.ts';
import type { Specs } from '../planning/gates.ts';
import type { ReviewFacts } from '../review/approval.ts';

export type LetterFacts = Facts & {
  readonly specs: Specs;
  /** Ids of letters that have already been admitted. */
  readonly admitted: ReadonlySet<string>;
  readonly review?: ReviewFacts;
};

/** `stale`: the claim has passed to another agent or expired, and the turn ends. `refused`: the agent can correct the letter and send it again. */
export type Admission =
  | { readonly ok: true; readonly board: Board; readonly log: readonly LogEntry[] }
  | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

/** What the activity log says about a letter. */
export type LogEntry = {
  readonly action: string;
  readonly task?: string;
  readonly detail: string;
  /** For a merge: how many commits the integration branch was ahead of where the work began. */
  readonly drift_commits?: number;
};

export const refusedFor = (...why: readonly string[]): Admission => ({ ok: false, code: 'refused', why });
