/** When the fresh memories of a tag become a rule (SPEC §6). Pure. */
const minAttention = 5;
const minDecision = 3;

type Fresh = { readonly attention: number; readonly decision: number };

/** The sign of the rule that is due; undefined when none is. */
export function signIfDue({ attention, decision }: Fresh): 1 | -1 | undefined {
  if (attention < minAttention || Math.abs(decision) < minDecision) return undefined;
  return decision > 0 ? 1 : -1;
}

/** Whether time alone could make a rule due. Attention and both sides only fade until something is written, so one side must have enough already. */
export const mayBecomeDue = ({ attention }: Fresh, { yes, no }: { readonly yes: number; readonly no: number }): boolean =>
  attention >= minAttention && Math.max(yes, no) >= minDecision;
