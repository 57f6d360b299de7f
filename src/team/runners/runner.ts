/** The port to whoever does the work of an agent: one turn at a time. What it says comes as letters, through `post`. */
import type { TeamRole } from '../board/ids.ts';
import type { LetterKind } from '../letters/letter.ts';
import type { Wake } from '../planning/wake.ts';
import type { TurnUsage } from './turn-usage.ts';

/** One agent at work once. */
export type Turn = {
  /** The name of its record: a turn that was cut off goes on under the same one. */
  readonly run: string;
  readonly agent: string;
  readonly role: TeamRole;
  /** Null for a planner. */
  readonly task: string | null;
  /** The number of its claim, which its letters carry. */
  readonly fencing: number;
  /** Where it works. */
  readonly folder: string;
  readonly prompt: string;
  readonly wake?: Wake | undefined;
  readonly maxMinutes: number;
};

/** `ends`: the turn is over with this letter. */
export type Reply =
  | { readonly ok: true; readonly ends: boolean }
  | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

/** Says something for an agent in its turn. The same id counts once. */
export type Post = (
  turn: Turn,
  letter: { readonly id: string; readonly kind: LetterKind; readonly task?: string; readonly body: unknown },
) => Promise<Reply>;

/**
 * `done`: a letter ended it. `again`: it wants to begin anew. `lost`: its claim went to another, so that it was stopped. `failed`: it ended without such a letter.
 * `stopped`: it can go on later.
 */
export type TurnEnd = {
  readonly end: 'done' | 'again' | 'lost' | 'failed' | 'stopped';
  readonly detail: string;
  readonly used?: TurnUsage;
};

/**
 * Failure contract: `run` and `resume` resolve however the turn ends, and reject only by a defect. Once the signal fires, the turn stops where it is, and is
 * gone on with later: resumed, or begun anew where it cannot be.
 */
export type Runner = AsyncDisposable & {
  readonly name: string;
  /** How long a turn may take to end by itself once everyone is to wait. */
  readonly graceMs: number;
  run(turn: Turn, post: Post, signal: AbortSignal): Promise<TurnEnd>;
  /** Goes on with a turn that was cut off, in this process or another; what it did is not done again. Absent where a turn that was cut off is begun anew. */
  readonly resume?: (turn: Turn, post: Post, signal: AbortSignal) => Promise<TurnEnd>;
};
