/** The user that root switches to for a test, because root may do everything. */

export const isRoot = process.getuid?.() === 0;

/** The ids of the user and of its group. */
export const ordinary = 65_534;

/** The beginning of a command line that an ordinary user runs; empty if an ordinary user runs the tests. */
export const asOrdinaryUser: readonly string[] = isRoot
  ? ['setpriv', `--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups', '--']
  : [];
