/** The port to whatever does an agent's work: one turn at a time. What it says arrives as letters, through `post`. */
import type { TeamRole } from '../board/ids.ts';
import type { LetterKind } from '../letters/letter.ts';
import type { Wake } from '../planning/wake.ts';
import type { TurnUsage } from './turn-usage.ts';

/** One turn of an agent. */
export type Turn = {
  /** The name of its record: a turn that was cut off continues under the same name. */
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

/** `ends`: the letter ends the turn. */
export type Reply =
  | { readonly ok: true; readonly ends: boolean }
  | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

/** Sends a letter for an agent in its turn. The same id counts once. */
export type Post = (
  turn: Turn,
  letter: { readonly id: string; readonly kind: LetterKind; readonly task?: string; readonly body: unknown },
) => Promise<Reply>;

/**
 * `done`: a letter ended it. `again`: it wants to begin anew. `lost`: its claim passed to another agent, so it was stopped. `failed`: it ended
 * without such a letter. `stopped`: it can continue later.
 */
export type TurnEnd = {
  readonly end: 'done' | 'again' | 'lost' | 'failed' | 'stopped';
  readonly detail: string;
  readonly used?: TurnUsage;
};

/**
 * Failure contract: `run` and `resume` resolve however the turn ends, and reject only because of a defect. Once the signal fires, the turn stops
 * where it is, and continues later: resumed, or begun anew if it cannot be resumed.
 */
export type Runner = AsyncDisposable & {
  readonly name: string;
  /** How long a turn may take to end by itself once everyone has to wait. */
  readonly graceMs: number;
  run(turn: Turn, post: Post, signal: AbortSignal): Promise<TurnEnd>;
  /**
   * Continues a turn that was cut off, in this process or another; what it did is not done again. Absent if a turn that was cut off is begun anew.
   */
  readonly resume?: (turn: Turn, post: Post, signal: AbortSignal) => Promise<TurnEnd>;
};
