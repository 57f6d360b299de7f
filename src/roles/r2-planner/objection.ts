/** An objection to a plan, worded for the planner and for the person. Pure. */

export type Objection = {
  readonly why: string;
  /** What the planner should write instead. */
  readonly advice?: string;
  /** The reason in words for the person, if the planner's reason would mean little to them. */
  readonly told?: string;
};

/** Two lists of the same length, one for the planner and one for the person; only the first if both are the same. */
export function reasonsOf(objections: readonly Objection[]): { readonly reasons: readonly string[]; readonly told?: readonly string[] } {
  const reasons = objections.map(reasonOf);
  const told = objections.map(({ why, told: plain = why }) => plain);
  return told.every((each, at) => each === reasons[at]) ? { reasons } : { reasons, told };
}

/** What the planner is told. */
export const reasonOf = ({ why, advice }: Objection): string => (advice === undefined ? why : `${why}; ${advice}`);
