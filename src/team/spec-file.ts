/**
 * Whether a spec is a file in the repository: if the path is a link to a file outside, that file is in no commit, so agents and reviewers would not
 * have it.
 */
import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** `file` is relative to the repository. */
export function whyNoSpec(root: string, file: string): 'missing' | 'outside' | undefined {
  try {
    const path = realpathSync.native(join(root, file));
    if (!statSync(path).isFile()) return 'missing';
    return path.startsWith(`${realpathSync.native(root)}${sep}`) ? undefined : 'outside';
  } catch {
    return 'missing'; // or the path is a broken link, or not a possible file name
  }
}
