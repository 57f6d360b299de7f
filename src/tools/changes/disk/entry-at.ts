/** What is at a path, and whether it is what is expected there. */
import { type BigIntStats, readlinkSync } from 'node:fs';
import type { Entry } from '../change.ts';
import { hashIfReadable } from './hash-of.ts';
import { statsAt } from './stamp.ts';

/** The entry at a path, with the hash of its content if we may read it; `other` is a socket or a device. Throws system errors. */
export async function entryAt(path: string, signal?: AbortSignal): Promise<Entry | 'other' | null> {
  const stats = statsAt(path);
  if (!stats) return null;
  return entryFrom(stats, path, stats.isFile() ? await hashIfReadable(path, signal) : '');
}

/** The same, from stats that are known already. */
export function entryFrom(stats: BigIntStats, path: string, hash: string): Entry | 'other' {
  const owner = { uid: Number(stats.uid), gid: Number(stats.gid) };
  const mode = modeOf(stats);
  if (stats.isFile()) return { kind: 'file', mode, ...owner, size: Number(stats.size), mtime_ms: mtimeOf(stats), hash };
  if (stats.isDirectory()) return { kind: 'folder', mode, ...owner };
  if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), ...owner };
  return stats.isFIFO() ? { kind: 'pipe', mode, ...owner } : 'other';
}

export const modeOf = ({ mode }: BigIntStats): number => Number(mode & 0o7777n);

/** In milliseconds, exact to the microsecond, as it can be restored. */
export const mtimeOf = ({ mtimeNs }: BigIntStats): number => Number(mtimeNs / 1000n) / 1000;

/** A time that was set and read again may differ in the last digits of a floating point number. */
export const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.002;

/**
 * Whether what is there now is what was left there. Times count only if the content was not read; and a file whose owner could not be set
 * is ours.
 */
export function isAsLeft(now: Entry | 'other' | null, left: Entry | null): boolean {
  if (now === null || left === null || now === 'other') return now === left;
  if (!hasOwnerOf(now, left)) return false;
  if (now.kind === 'link') return left.kind === 'link' && now.target === left.target;
  if (left.kind !== now.kind || now.mode !== left.mode) return false;
  return now.kind !== 'file' || left.kind !== 'file' || hasContentOf(now, left);
}

type File = Extract<Entry, { kind: 'file' }>;

/** Whether two files have the same content, as far as known. */
export const hasContentOf = (now: File, left: File): boolean =>
  now.size === left.size && (now.hash === '' || left.hash === '' ? isSameTime(now.mtime_ms, left.mtime_ms) : now.hash === left.hash);

const hasOwnerOf = (now: Entry, left: Entry): boolean =>
  (now.uid === left.uid || now.uid === process.geteuid?.()) && (now.gid === left.gid || now.gid === process.getegid?.());
