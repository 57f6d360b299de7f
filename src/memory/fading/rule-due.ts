/** The attention and decision that a cluster needs to become a rule. */
/** The attention and decision that a cluster needs to become a rule. */
export type RuleThresholds = { readonly attention: number; readonly decision: number };

export const usualThresholds: RuleThresholds = { attention: 5, decision: 3 };

type Fresh = { readonly attention: number; readonly decision: number };

/** The sign of the rule that is due; undefined if none is. */
export function signIfDue({ attention, decision }: Fresh, least: RuleThresholds = usualThresholds): 1 | -1 | undefined {
  if (attention < least.attention || Math.abs(decision) < least.decision) return undefined;
  return decision > 0 ? 1 : -1;
}

/**
 * Whether time alone could make a rule due. Until something is written, attention and the weights for and against only fade, so one of them must be
 * large enough already.
 */
export const mayBecomeDue = (
  { attention }: Fresh,
  { yes, no }: { readonly yes: number; readonly no: number },
  least: RuleThresholds = usualThresholds,
): boolean => attention >= least.attention && Math.max(yes, no) >= least.decision;
