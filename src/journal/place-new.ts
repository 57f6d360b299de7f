/** Renames a finished draft to its final name, without ever replacing a file. */
import { closeSync, linkSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { errnoOf } from '../contracts/errno.ts';

/** The file keeps its identity and its locks. Throws EEXIST, and leaves the draft, if the name is taken. */
export function placeNew(draft: string, path: string, link: typeof linkSync = linkSync): void {
  try {
    link(draft, path);
  } catch (error) {
    if (!withoutLinks.has(errnoOf(error) ?? '')) throw error;
    return placeByName(draft, path);
  }
  unlinkSync(draft);
}

/** The errors that exFAT, SMB and FUSE report, which have no hard links. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** An empty file reserves the name first: that fails if the name is taken, and a rename may replace the empty file. */
function placeByName(draft: string, path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
