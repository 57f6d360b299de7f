/** What is about to take its place: whole, and with the mode, owner and time that it is to have. */
import type { Entry } from '../change.ts';
import { dress, undress } from '../disk/metadata.ts';
import { look } from '../disk/stamp.ts';
import type { Numbered, Side } from './ordered-change.ts';
import { draftPath, type Job, placeOf, storeOf } from './transaction.ts';

/** Makes the content ready where it lies. Throws ENOENT when it is not there. */
export function prepare({ isStaged, disk }: Job, source: string, arriving: Entry, goal: Side): void {
  if (!look(source)?.isFile()) throw Object.assign(new Error(`there is no content at ${source}`), { code: 'ENOENT', errno: -2 });
  if (isStaged && goal === 'after') undress(source);
  dress(source, arriving, disk);
}

/** Makes it ready beside its place and names it; nothing when there is no way there any more. */
export async function draft(job: Job, change: Numbered, goal: Side, arriving: Entry): Promise<string | undefined> {
  const { disk } = job;
  const path = placeOf(job, draftPath(job, change));
  if (path === undefined) return undefined;
  const source = storeOf(job, change, goal);
  if (arriving.kind === 'link') disk.symlink(arriving.target, path);
  else if (arriving.kind === 'pipe') disk.pipe(path);
  else if (source !== undefined) await disk.copy(source, path);
  else throw new Error(`there is no content for ${change.path}`);
  dress(path, arriving, disk);
  return path;
}
