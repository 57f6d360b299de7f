/** The user that root becomes for a test, because nothing is forbidden to root. */

export const isRoot = process.getuid?.() === 0;

/** Its id, and that of its group. */
export const ordinary = 65_534;

/** What a command line starts with to be run by an ordinary user; nothing if an ordinary user runs the tests. */
export const asOrdinaryUser: readonly string[] = isRoot
  ? ['setpriv', `--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups', '--']
  : [];
