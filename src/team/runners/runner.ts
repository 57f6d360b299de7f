/** The port to a runner, which does an agent's work, one turn at a time. What the agent says arrives as letters, through `post`. */
import type { TeamRole } from '../board/ids.ts';
import type { LetterKind } from '../letters/letter.ts';
import type { Wake } from '../planning/wake.ts';
import type { TurnUsage } from './turn-usage.ts';

/** One turn of an agent. */
export type Turn = {
  /** The name of the turn's record: a turn that was cut off continues under the same name. */
  readonly run: string;
  readonly agent: string;
  readonly role: TeamRole;
  /** Null for a planner. */
  readonly task: string | null;
  /** The number of the agent's claim, which is in its letters. */
  readonly fencing: number;
  /** The folder in which the agent works. */
  readonly folder: string;
  readonly prompt: string;
  readonly wake?: Wake | undefined;
  readonly maxMinutes: number;
};

/** `ends`: the letter ends the turn. */
export type Reply =
  | { readonly ok: true; readonly ends: boolean }
  | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

/** Sends a letter for an agent in its turn. A letter with the same id counts only once. */
export type Post = (
  turn: Turn,
  letter: { readonly id: string; readonly kind: LetterKind; readonly task?: string; readonly body: unknown },
) => Promise<Reply>;

/**
 * `done`: a letter ended the turn. `again`: the agent asks to begin again. `lost`: the claim passed to another agent, so the turn was stopped.
 * `failed`: the turn ended without such a letter. `stopped`: the turn can continue later.
 */
export type TurnEnd = {
  readonly end: 'done' | 'again' | 'lost' | 'failed' | 'stopped';
  readonly detail: string;
  readonly used?: TurnUsage;
};

/**
 * Failure contract: `run` and `resume` resolve however the turn ends, and reject only because of a defect. Once the signal fires, the turn stops
 * where it is, and is later resumed, or begun again if it cannot be resumed.
 */
export type Runner = AsyncDisposable & {
  readonly name: string;
  /** How long a turn may take to end by itself once all agents have to wait. */
  readonly graceMs: number;
  run(turn: Turn, post: Post, signal: AbortSignal): Promise<TurnEnd>;
  /**
   * Continues a turn that was cut off, in this process or another; what the turn already did is not repeated. Absent if a turn that was cut off has
   * to begin again.
   */
  readonly resume?: (turn: Turn, post: Post, signal: AbortSignal) => Promise<TurnEnd>;
};
