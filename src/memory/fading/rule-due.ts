/** When the fresh memories of a tag become a rule (SPEC §6). Pure. */
/** How much of both a cluster needs. */
export type RuleThresholds = { readonly attention: number; readonly decision: number };

export const usualThresholds: RuleThresholds = { attention: 5, decision: 3 };

type Fresh = { readonly attention: number; readonly decision: number };

/** The sign of the rule that is due; undefined when none is. */
export function signIfDue({ attention, decision }: Fresh, least: RuleThresholds = usualThresholds): 1 | -1 | undefined {
  if (attention < least.attention || Math.abs(decision) < least.decision) return undefined;
  return decision > 0 ? 1 : -1;
}

/** Whether time alone could make a rule due. Attention and both sides only fade until something is written, so one side must have enough already. */
export const mayBecomeDue = (
  { attention }: Fresh,
  { yes, no }: { readonly yes: number; readonly no: number },
  least: RuleThresholds = usualThresholds,
): boolean => attention >= least.attention && Math.max(yes, no) >= least.decision;
