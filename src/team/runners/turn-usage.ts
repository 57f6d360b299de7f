/** What a turn used, according to its runner. What the runner does not report is absent, because unknown is not zero. Pure. */

export type TurnUsage = {
  /** Including tokens read from and written to a cache. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Absent if no price is known. */
  readonly usd?: number;
  readonly modelCalls?: number;
  readonly models?: readonly string[];
  /** How much of its context was in use at the end. */
  readonly contextPercent?: number;
};

/** The share of its context at which an agent hands over, and begins again with a fresh context (SPEC §13.7). */
export const fullPercent = 90;

export const percentOf = (tokens: number, window: number): number => Math.min(100, Math.round((100 * tokens) / window));
