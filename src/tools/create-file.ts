/** Makes a new file with the folders that it needs, or nothing. It never touches what is there already. */
import { constants, copyFile, link, lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { writeDraft } from './draft.ts';
import { errnoOf } from './errno.ts';
import type { Place } from './place.ts';

export type Creation = {
  readonly place: Pick<Place, 'real' | 'missing'>;
  readonly content: string;
  readonly call: string;
  readonly signal: AbortSignal;
};

/** Throws a system error: EEXIST when something is there by now. */
export async function createFile(creation: Creation): Promise<void> {
  const made: string[] = [];
  try {
    for (const folder of creation.place.missing) if (await makeFolder(folder)) made.unshift(folder);
    await writeNew(creation);
  } catch (error) {
    for (const folder of made) await rmdir(folder).catch(() => {}); // not empty: somebody else uses it by now
    throw error;
  }
}

/** Whether it had to be made: another call may have been faster. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && (await lstat(folder)).isDirectory()) return false;
    throw error;
  }
}

/** How a file system says that it has no hard links. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Written beside its place and then linked into it: a file that appears is whole, and one that is there already stays. */
async function writeNew({ place: { real }, content, call, signal }: Creation): Promise<void> {
  const draft = await writeDraft(real, content, { call, mode: 0o666, signal });
  try {
    await link(draft, real).catch((error) => {
      if (!withoutLinks.has(errnoOf(error))) throw error;
      return copyFile(draft, real, constants.COPYFILE_EXCL);
    });
  } finally {
    await rm(draft, { force: true });
  }
}
