/** The money of a team: what a turn may use is taken out before it begins, and what it did not use is put back. Pure except for its own sum. */

export type TeamPurse = {
  /** How much a turn may use; null if there is no limit, undefined if nothing is left. */
  take(): number | null | undefined;
  /** A turn is over: it took out `taken`, and spent `used` of it. */
  putBack(taken: number | null, used: number): void;
};

/** Several turns run at once, so each gets at most this share of what is left. */
const share = 0.5;
/** The smallest amount a turn begins with: less does not pay for an answer. */
const leastUsd = 0.001;

export function createTeamPurse(maxUsd: number | null): TeamPurse {
  let left = maxUsd;
  return {
    take() {
      if (left === null) return null;
      if (left < leastUsd) return undefined;
      const taken = Math.max(left * share, leastUsd);
      left -= taken;
      return taken;
    },
    putBack(taken, used) {
      if (left !== null && taken !== null) left = Math.max(0, left + taken - used); // a program cannot be limited to what was taken
    },
  };
}
