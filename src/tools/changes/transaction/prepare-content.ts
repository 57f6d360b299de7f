/** Prepares new content completely, with mode, owner and time, before it takes its place. */
import { removeOverlayAttributes, setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import { type Arrival, contentPath, placeOf, type Transaction, temporaryPath } from './transaction.ts';

/** Prepares the content where it is. Throws ENOENT when it is not there. */
export function prepareSource({ isStaged, disk }: Transaction, source: string, { arriving, goal }: Arrival): void {
  if (!statsAt(source)?.isFile()) throw Object.assign(new Error(`there is no content at ${source}`), { code: 'ENOENT', errno: -2 });
  if (isStaged && goal === 'after') removeOverlayAttributes(source);
  setMetadata(source, arriving, disk);
}

/** Prepares a copy beside its place and returns its path; undefined if the folder is gone. */
export async function prepareTemporary(transaction: Transaction, { change, goal, arriving }: Arrival): Promise<string | undefined> {
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
