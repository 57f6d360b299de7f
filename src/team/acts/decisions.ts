/** What the person can decide at a checkpoint. Imports nothing, so that `--help` can list the decisions at once. */
export const decisions = ['CONTINUE', 'ADJUST_SPECS', 'ADJUST_CONTRACTS', 'REPLAN', 'PIVOT', 'STOP'] as const;
export type Decision = (typeof decisions)[number];
