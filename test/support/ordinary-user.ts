/** The user that root becomes for a test, because to root nothing is forbidden. */

export const isRoot = process.getuid?.() === 0;

/** Its number, and that of its group. */
export const ordinary = 65_534;

/** What a command line starts with to be run by an ordinary user; nothing where the tests are run by one. */
export const asOrdinaryUser: readonly string[] = isRoot
  ? ['setpriv', `--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups', '--']
  : [];
