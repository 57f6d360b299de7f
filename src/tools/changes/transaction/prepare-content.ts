/** What is about to take its place: whole, and with the mode, owner and time that it is to have. */
import type { Entry } from '../change.ts';
import { removeOverlayAttributes, setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import type { OrderedChange, Side } from './ordered-change.ts';
import { contentPath, placeOf, type Transaction, temporaryPath } from './transaction.ts';

/** Makes the content ready where it lies. Throws ENOENT when it is not there. */
export function prepareSource({ isStaged, disk }: Transaction, source: string, arriving: Entry, goal: Side): void {
  if (!statsAt(source)?.isFile()) throw Object.assign(new Error(`there is no content at ${source}`), { code: 'ENOENT', errno: -2 });
  if (isStaged && goal === 'after') removeOverlayAttributes(source);
  setMetadata(source, arriving, disk);
}

/** Makes it ready beside its place and names it; nothing when there is no way there any more. */
export async function prepareTemporary(
  transaction: Transaction,
  change: OrderedChange,
  goal: Side,
  arriving: Entry,
): Promise<string | undefined> {
  const { disk } = transaction;
  const path = placeOf(transaction, temporaryPath(transaction, change));
  if (path === undefined) return undefined;
  const source = contentPath(transaction, change, goal);
  if (arriving.kind === 'link') disk.symlink(arriving.target, path);
  else if (arriving.kind === 'pipe') disk.pipe(path);
  else if (source !== undefined) await disk.copy(source, path);
  else throw new Error(`there is no content for ${change.path}`);
  setMetadata(path, arriving, disk);
  return path;
}
