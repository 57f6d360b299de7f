/** Who runs the commands of a proof: the user who runs the tests, or an ordinary user that root switches to. */

export type User = {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** The beginning of a command line that this user runs. */
  readonly prefix: readonly string[];
};

const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** The user who runs the tests. */
export const ourselves: User = { name: own.uid === 0 ? 'root' : 'an ordinary user', ...own, prefix: [] };

/** The id of a user that does not exist, a different one in each worker: what its processes leave behind comes from only one proof. */
const ordinary = 54_320 + Number(process.env.VITEST_POOL_ID ?? 1);

const ordinaryUser: User = {
  name: 'an ordinary user',
  uid: ordinary,
  gid: ordinary,
  prefix: ['setpriv', `--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups', '--'],
};

/** All users whose commands can be tried here. */
export const users: readonly User[] = own.uid === 0 ? [ourselves, ordinaryUser] : [ourselves];
