/** Prepares new content completely, with mode, owner, attributes and time, before putting it in place, and makes sure that it is what was judged. */
import { type BigIntStats, closeSync, fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { setAttributes } from '../disk/attributes.ts';
import { attributesIn, targetBytes } from '../disk/entry-at.ts';
import { hashOfOpen, openToRead } from '../disk/hash-of.ts';
import { setMetadata } from '../disk/metadata.ts';
import { isStill, stampFrom, statsAt } from '../disk/stamp.ts';
import { type Arrival, contentPath, placeOf, type Transaction, temporaryPath } from './transaction.ts';

/** Prepared content: the stamp shows whether it is still unchanged when it is in place. */
export type Prepared = { readonly path: string; readonly stamp: string };

/** Prepares the content where it is; undefined if it is on another file system and has to be copied. Throws ENOENT if it is missing. */
export async function prepareSource(
  transaction: Transaction,
  source: string,
  place: string,
  arrival: Arrival,
): Promise<Prepared | undefined> {
  const stats = statsAt(source);
  if (!stats?.isFile()) throw Object.assign(new Error(`there is no content at ${source}`), { code: 'ENOENT', errno: -2 });
  if (statsAt(`${dirname(place)}/.`)?.dev !== stats.dev) return undefined;
  return { path: source, stamp: await prepareFile(transaction, source, arrival) };
}

/** Prepares a copy next to its final place; undefined if the folder no longer exists. */
export async function prepareTemporary(transaction: Transaction, arrival: Arrival): Promise<Prepared | undefined> {
  const { disk } = transaction;
  const { change, goal, arriving } = arrival;
  const path = placeOf(transaction, temporaryPath(transaction, change));
  if (path === undefined) return undefined;
  const source = contentPath(transaction, change, goal);
  if (source !== undefined) {
    await disk.copy(source, path);
    return { path, stamp: await prepareFile(transaction, path, arrival) };
  }
  if (arriving.kind === 'link') disk.symlink(targetBytes(arriving), path);
  else if (arriving.kind === 'pipe') disk.pipe(path);
  else throw new Error(`there is no content for ${change.path}`);
  setMetadata(path, arriving, disk);
  return { path, stamp: stampFrom(statsAt(path) as BigIntStats) }; // the file has just been created
}

/** New content is hashed last, from the open file: earlier writes change the hash, later ones the stamp. */
async function prepareFile({ isStaged, disk }: Transaction, path: string, { change, goal, arriving }: Arrival): Promise<string> {
  const judged = goal === 'after' && arriving.kind === 'file' ? arriving.hash : '';
  if (judged === '') {
    setMetadata(path, arriving, disk); // old content is restored, whatever its state
    return stampFrom(statsAt(path) as BigIntStats); // the file existed a moment ago
  }
  const fd = openOwn(path, disk);
  try {
    if (isStaged) setAttributes(fd, attributesIn(arriving) ?? {});
    setMetadata(path, arriving, disk);
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile() || (await hashOfOpen(fd)) !== judged) throw notJudged(change.path);
    return stampFrom(stats);
  } finally {
    closeSync(fd);
  }
}

/** Opens a file even if the command made it unreadable for its owner; its mode is set once it is open. */
function openOwn(path: string, disk: Transaction['disk']): number {
  try {
    return openToRead(path);
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    disk.chmod(path, 0o600);
    return openToRead(path);
  }
}

/** Removes what was put in place, and throws, if this is not what was prepared. */
export function checkPlaced({ disk }: Transaction, place: string, { stamp }: Prepared, { change }: Arrival): void {
  const placed = statsAt(place);
  if (placed && isStill(placed, stamp)) return;
  if (placed) disk.unlink(place);
  throw notJudged(change.path);
}

const notJudged = (path: string): Error =>
  Object.assign(new Error(`what would be written to ${path} was changed by another program after it was judged; nothing was applied`), {
    code: 'ESTALE',
    errno: -116,
  });
