/**
 * Long proofs: `npm test` tries a sample of their cases, `npm run proof` (which sets ARTOO_PROOF) tries all of them.
 * A sample is the same in every run: it is chosen by place and kind, never at random.
 */
/** Whether this is a proof. */
export const isProof = process.env.ARTOO_PROOF !== undefined;

/** `many` in `npm test`, 1 in a proof: the divisor of a number of runs, and the step through a range. */
export const oneIn = (many: number): number => (isProof ? 1 : many);

/**
 * Cases that several users would try: in `npm test` they are divided among the users, so that each case is tried once; in a proof, each user tries
 * all of them.
 */
export const dealt = <T>(cases: readonly T[], at: number, among: number): readonly T[] =>
  cases.filter((_, index) => isProof || index % among === at);

/** The first case of every kind, and every `many`th of all cases; all cases in a proof. */
export function sampled<T>(cases: readonly T[], many: number, kindOf: (one: T) => string = () => ''): readonly T[] {
  const firsts = new Set(
    Map.groupBy(cases, kindOf)
      .values()
      .map(([first]) => first),
  );
  return cases.filter((one, at) => isProof || at % many === 0 || firsts.has(one));
}
