/** The entry at a path, and whether it is the expected one. */
import { isUtf8 } from 'node:buffer';
import { type BigIntStats, closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import { type Attributes, attributesOf, hasSameAttributes } from './attributes.ts';
import { type Content, contentOf } from './hash-of.ts';
import { statsAt } from './stamp.ts';

/** The entry at a path, with its content and attributes if it is readable; `other` for a socket or a device. Throws system errors. */
export async function entryAt(path: string, signal?: AbortSignal): Promise<Entry | 'other' | null> {
  const stats = statsAt(path);
  if (!stats) return null;
  const entry = entryFrom(stats, path, '');
  if (entry === 'other' || entry.kind === 'link' || entry.kind === 'pipe') return entry;
  if (entry.kind === 'folder') return withAttributes(entry, folderAttributes(path));
  const content = await contentOf(path, signal).catch(ifUnreadable);
  return content ? withContent(entry, content) : entry;
}

/** Like `entryAt`, but from known stats, without content. */
export function entryFrom(stats: BigIntStats, path: string, hash: string): Entry | 'other' {
  const owner = { uid: Number(stats.uid), gid: Number(stats.gid) };
  const mode = modeOf(stats);
  const mtime_ms = mtimeOf(stats);
  if (stats.isFile()) return { kind: 'file', mode, ...owner, size: Number(stats.size), mtime_ms, hash };
  if (stats.isDirectory()) return { kind: 'folder', mode, ...owner, mtime_ms };
  if (stats.isSymbolicLink()) return { kind: 'link', ...targetOf(path), ...owner, mtime_ms };
  return stats.isFIFO() ? { kind: 'pipe', mode, ...owner, mtime_ms } : 'other';
}

type File = Extract<Entry, { kind: 'file' }>;
type Link = Extract<Entry, { kind: 'link' }>;

export const withContent = (file: File, { hash, attributes }: Content): File => withAttributes({ ...file, hash }, attributes);

export const withAttributes = <E extends Entry>(entry: E, attributes: Attributes | undefined): E =>
  attributes === undefined ? entry : { ...entry, attributes };

/** The attributes of a folder, if it is readable. Throws other system errors. */
export function folderAttributes(path: string): Attributes | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      return attributesOf(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    return ifUnreadable(error);
  }
}

function ifUnreadable(error: unknown): undefined {
  if (errnoOf(error) !== 'EACCES') throw error;
}

/** The target of a link: bytes, usually text. */
function targetOf(path: string): Pick<Link, 'target' | 'target_base64'> {
  const bytes = readlinkSync(path, 'buffer');
  const target = bytes.toString();
  return isUtf8(bytes) ? { target } : { target, target_base64: bytes.toString('base64') };
}

/** The target as bytes, for system calls. */
export const targetBytes = ({ target, target_base64 }: Link): Buffer =>
  target_base64 === undefined ? Buffer.from(target) : Buffer.from(target_base64, 'base64');

export const hasSameTarget = (one: Link, other: Link): boolean => targetBytes(one).equals(targetBytes(other));

export const modeOf = ({ mode }: BigIntStats): number => Number(mode & 0o7777n);

/** The time in milliseconds, rounded down to the microsecond, so that it can be restored exactly. */
export const mtimeOf = ({ mtimeNs }: BigIntStats): number => Number(mtimeNs / 1000n) / 1000;

export const mtimeIn = (entry: Entry): number | undefined => entry.mtime_ms;

/** A time that was set and read again may differ in the last digits of the floating-point number. */
export const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.002;

/**
 * Whether the current entry is the one that was left at the path. Times count only if the content was not read; if the owner of a file could not be
 * set, it may belong to us.
 */
export function isAsLeft(now: Entry | 'other' | null, left: Entry | null): boolean {
  if (now === null || left === null || now === 'other') return now === left;
  if (!hasOwnerOf(now, left)) return false;
  if (now.kind === 'link') return left.kind === 'link' && hasSameTarget(now, left);
  if (left.kind !== now.kind || now.mode !== left.mode) return false;
  if (!knowsSameAttributes(now, left)) return false;
  return now.kind !== 'file' || left.kind !== 'file' || hasContentOf(now, left);
}

/** If there is no list of attributes, they are unknown. */
const knowsSameAttributes = (now: Entry, left: Entry): boolean =>
  !('attributes' in left) || left.attributes === undefined || ('mode' in now && hasSameAttributes(attributesIn(now), left.attributes));

export const attributesIn = (entry: Entry | null): Attributes | undefined =>
  entry !== null && 'attributes' in entry ? entry.attributes : undefined;

/** Whether two files have the same content, as far as is known. */
export const hasContentOf = (now: File, left: File): boolean =>
  now.size === left.size && (now.hash === '' || left.hash === '' ? isSameTime(now.mtime_ms, left.mtime_ms) : now.hash === left.hash);

const hasOwnerOf = (now: Entry, left: Entry): boolean =>
  (now.uid === left.uid || now.uid === process.geteuid?.()) && (now.gid === left.gid || now.gid === process.getegid?.());
