/** What stands against a plan, for the planner and for the person. Pure. */

export type Objection = {
  readonly why: string;
  /** What the planner is to write instead. */
  readonly advice?: string;
  /** Why, as the person reads it, where the planner's words would say little to them. */
  readonly told?: string;
};

/** In two lists of the same length: what the planner is told, and the person; one list where both are the same. */
export function reasonsOf(objections: readonly Objection[]): { readonly reasons: readonly string[]; readonly told?: readonly string[] } {
  const reasons = objections.map(reasonOf);
  const told = objections.map(({ why, told: plain = why }) => plain);
  return told.every((each, at) => each === reasons[at]) ? { reasons } : { reasons, told };
}

/** What the planner is told. */
export const reasonOf = ({ why, advice }: Objection): string => (advice === undefined ? why : `${why}; ${advice}`);
