/** What stands at a path, and whether that is what is said to stand there. */
import { type BigIntStats, readlinkSync } from 'node:fs';
import type { Entry } from '../change.ts';
import { hashIfReadable } from './hash-of.ts';
import { statsAt } from './stamp.ts';

/** What stands at a path with the hash of its content, if we may read it; `other` is a socket or a device. Throws system errors. */
export async function entryAt(path: string, signal?: AbortSignal): Promise<Entry | 'other' | null> {
  const stats = statsAt(path);
  if (!stats) return null;
  return entryFrom(stats, path, stats.isFile() ? await hashIfReadable(path, signal) : '');
}

/** What was looked at already, as an entry. */
export function entryFrom(stats: BigIntStats, path: string, hash: string): Entry | 'other' {
  const owner = { uid: Number(stats.uid), gid: Number(stats.gid) };
  const mode = modeOf(stats);
  if (stats.isFile()) return { kind: 'file', mode, ...owner, size: Number(stats.size), mtime_ms: mtimeOf(stats), hash };
  if (stats.isDirectory()) return { kind: 'folder', mode, ...owner };
  if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), ...owner };
  return stats.isFIFO() ? { kind: 'pipe', mode, ...owner } : 'other';
}

export const modeOf = ({ mode }: BigIntStats): number => Number(mode & 0o7777n);

/** In milliseconds, exact to the microsecond: that is what can be set again. */
export const mtimeOf = ({ mtimeNs }: BigIntStats): number => Number(mtimeNs / 1000n) / 1000;

/** Setting a time and reading it again gives what was set, but for the last digits of a floating point number. */
export const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.002;

/**
 * Whether what stands there (`now`) is what was left there. Times tell only where nobody has read the content; and where a file could not be given
 * away it is ours.
 */
export function isAsLeft(now: Entry | 'other' | null, left: Entry | null): boolean {
  if (now === null || left === null || now === 'other') return now === left;
  if (!hasOwnerOf(now, left)) return false;
  if (now.kind === 'link') return left.kind === 'link' && now.target === left.target;
  if (left.kind !== now.kind || now.mode !== left.mode) return false;
  return now.kind !== 'file' || left.kind !== 'file' || hasContentOf(now, left);
}

type File = Extract<Entry, { kind: 'file' }>;

/** Whether two files have the same content, as far as it is known. */
export const hasContentOf = (now: File, left: File): boolean =>
  now.size === left.size && (now.hash === '' || left.hash === '' ? isSameTime(now.mtime_ms, left.mtime_ms) : now.hash === left.hash);

const hasOwnerOf = (now: Entry, left: Entry): boolean =>
  (now.uid === left.uid || now.uid === process.geteuid?.()) && (now.gid === left.gid || now.gid === process.getegid?.());
