/** When what is fresh at a tag becomes a rule (SPEC §6). Pure. */
const leastAttention = 5;
const leastDecision = 3;

type Fresh = { readonly attention: number; readonly decision: number };

/** Which way the rule would point; undefined when there is none to be made. */
export function isDue({ attention, decision }: Fresh): 1 | -1 | undefined {
  if (attention < leastAttention || Math.abs(decision) < leastDecision) return undefined;
  return decision > 0 ? 1 : -1;
}

/** Whether time alone could make it due: as both signs only fade, neither side can come to more than it has now, which is half of attention and |decision| at most. */
export const mayBecomeDue = ({ attention, decision }: Fresh): boolean =>
  attention >= leastAttention && (attention + Math.abs(decision)) / 2 >= leastDecision;
