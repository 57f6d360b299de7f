/**
 * The shapes of a move: what is requested, the facts by which the request is judged, and what a row of the table says about it. The table itself is in
 * edge-table.ts.
 */
import type { Board, Task, TaskStatus } from '../board/board.ts';
import { roleOf } from '../board/ids.ts';
import type { Living } from '../claimable.ts';

/** An agent by its id, the supervisor, or the person. */
export type Actor = string;
const supervisor = 'supervisor';
const person = 'human';

/** Planner, coder, reviewer, supervisor, person (H, for human). */
export type Who = 'P' | 'C' | 'R' | 'S' | 'H';

/** Which kind of actor an id stands for. */
export function whoIs(by: Actor): Who | undefined {
  if (by === supervisor) return 'S';
  if (by === person) return 'H';
  const role = roleOf(by);
  return role && ({ planner: 'P', coder: 'C', code_reviewer: 'R' } as const)[role];
}

/** What a move to a status needs besides the task and the actor. */
type Asked = {
  readonly DRAFT: { readonly draft: Readonly<Record<string, unknown>> };
  readonly UNCLAIMED: {
    readonly specHash?: string;
    readonly whatChanged?: string;
    readonly doneWhen?: string;
    readonly scope?: string;
    readonly force?: boolean;
  };
  readonly CLAIMED: { readonly coder: string; readonly baseCommit: string; readonly previousCommit?: string };
  readonly READY_FOR_REVIEW: { readonly fencing: number };
  readonly BLOCKED: {
    readonly fencing?: number;
    readonly reason: string;
    readonly questions: readonly string[];
    readonly attempted?: readonly string[];
  };
  readonly APPROVED: { readonly commit: string };
  readonly REJECTED: { readonly commit: string; readonly reason: string };
  /** `drift`: how many commits the integration branch was ahead of the commit where the work began. */
  readonly MERGED: { readonly commit: string; readonly drift?: number };
  readonly INTEGRATION_FAILED: { readonly reason: string; readonly paths: readonly string[] };
  readonly SUPERSEDED: { readonly rootCause: string; readonly replacements: readonly string[] };
  readonly ABANDONED: { readonly reason: string };
};
type EdgeTo<To extends TaskStatus> = { readonly to: To; readonly task: string; readonly by: Actor } & Asked[To];
export type Edge = { [To in TaskStatus]: EdgeTo<To> }[TaskStatus];

/** What was looked up for a move. If a fact that a row needs is absent, the move is refused. */
export type Facts = Living & {
  /** Why the planner's gates refuse the task; empty if they do not. */
  readonly gates?: readonly string[];
  /** The coder's worktree, as git sees it. */
  readonly worktree?: { readonly branch: string; readonly head: string; readonly isClean: boolean; readonly hasConflictMarkers: boolean };
  /** The commit at the tip of the task's branch. */
  readonly tip?: string;
  /** Why the approval rules refuse the approval; empty if they do not. */
  readonly approval?: readonly string[];
};

/** A move that is being judged. For a new task, `task` is its draft. */
export type Move<To extends TaskStatus = TaskStatus> = {
  readonly board: Board;
  readonly task: Task;
  readonly edge: EdgeTo<To>;
  readonly facts: Facts;
  readonly who: Who;
};

/** Fields of the task that the move sets; undefined ones stay as they are. */
export type Changes = { readonly [Field in keyof Task]?: Task[Field] | undefined };
/** What goes into the task's history; `agent` if it is not the one that moved the task. */
export type Noted = { readonly event: string; readonly agent?: string | null | undefined } & Readonly<Record<string, unknown>>;

/** One row of the table. */
export type Row<To extends TaskStatus = TaskStatus> = {
  readonly from: readonly (TaskStatus | 'new')[];
  readonly to: To;
  readonly who: readonly Who[];
  /** Whether only the holder of the claim may make the move, with the claim's number, before the lease ends. */
  readonly isHeld?: boolean;
  /** Why the move is refused; empty if it is not. */
  why(move: Move<To>): readonly string[];
  set(move: Move<To>): Changes;
  event(move: Move<To>): Noted;
  /** What the move changes in the rest of the board. */
  beside?(board: Board, move: Move<To>): Board;
};

export const isCommit = (text: string | null | undefined): boolean => /^[0-9a-f]{40}$/.test(text ?? '');
