/** Times in the board's format: UTC, to the second. Pure. */

/** A time such as `2026-11-15T12:00:00Z`. */
export const boardTime = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
