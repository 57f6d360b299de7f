/** What a turn used, as its runner says. What it does not say is absent: unknown is not nothing. Pure. */

export type TurnUsage = {
  /** Including what was read from and written to a cache. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Absent where no price is known. */
  readonly usd?: number;
  readonly modelCalls?: number;
  readonly models?: readonly string[];
  /** How much of its context was in use at the end. */
  readonly contextPercent?: number;
};

/** From here on an agent hands over, and begins again with a fresh context (SPEC §13.7). */
export const fullPercent = 90;

export const percentOf = (tokens: number, window: number): number => Math.min(100, Math.round((100 * tokens) / window));
