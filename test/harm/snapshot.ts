/** The content of a lab at one moment, in the terms in which harm is reported. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';

export type Entry = {
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly mode: string;
  readonly owner: string;
  /** The hash of a file, or the target of a link. */
  readonly content: string;
};
/** Entries by path. A path has one character per byte, because names need not be text. */
export type Snapshot = Readonly<Record<string, Entry>>;

/** Everything below a folder, or only these names in it. Times are left out, because they change without harm. */
export function snapshotOf(folder: string, only?: readonly string[]): Snapshot {
  const found: Record<string, Entry> = {};
  const visit = (path: string): void => {
    const entry = entryAt(`${folder}/${path}`);
    if (entry === undefined) return;
    found[path] = entry;
    if (entry.type === 'folder') for (const name of namesIn(`${folder}/${path}`)) visit(`${path}/${name}`);
  };
  for (const name of only ?? namesIn(folder)) visit(name);
  return found;
}

/** The entries of a folder; none if it cannot be read. */
export const namesIn = (folder: string): readonly string[] => tried(() => readdirSync(bytes(folder), 'latin1')) ?? [];

function entryAt(path: string): Entry | undefined {
  const stats = tried(() => lstatSync(bytes(path)));
  if (stats === undefined) return undefined;
  const type = typeOf(stats);
  const mode = (stats.mode & 0o7777).toString(8);
  return { type, mode, owner: `${stats.uid}:${stats.gid}`, content: contentOf(path, type, stats) };
}

/** The bytes of a path as a snapshot writes it. */
export const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

function typeOf(stats: Stats): Entry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function contentOf(path: string, type: Entry['type'], { rdev, mode }: Stats): string {
  if (type === 'file') return tried(() => hash('sha256', readFileSync(bytes(path)))) ?? 'unreadable';
  if (type === 'link') return readlinkSync(bytes(path), 'latin1');
  return type === 'folder' ? '' : `${(mode >> 12).toString(8)} ${rdev}`;
}

/** Undefined if this process cannot read it, and so no command could: this differs from any content. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
