/** The content of a skill's folder; the hash of this content is what the person trusts. Limited in size; reading it never waits for a pipe. */
import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { open, opendir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { Result } from '../../contracts/result.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Note } from '../files/marks.ts';

/** `files`: their paths relative to the folder. */
export type SkillContent = { readonly hash: string; readonly files: readonly string[] };

const maxFiles = 256;
const maxDepth = 6;
const maxBytes = 8 * 1024 * 1024;
const maxSize = '8 MiB';

/** The content of a folder, given by its real path, or why it cannot be trusted as a whole. `text`: SKILL.md as it was read for the hash. */
export function skillContent(folder: string, text: string, note: Note): Promise<Result<SkillContent>> {
  return orWhy(async () => {
    const paths = await pathsIn(folder, note);
    const hash = createHash('sha256').update(`${text.length} ${text}`);
    const files: string[] = [];
    let room = maxBytes;
    for (const { path, isLink } of paths) {
      const bytes = isLink ? await linkWithin(folder, path) : await bytesOf(folder, path, room);
      room -= bytes.length;
      hash.update(`${isLink ? 'link' : 'file'} ${path.length} ${path} ${bytes.length} `).update(bytes);
      files.push(path);
    }
    return { hash: hash.digest('hex'), files };
  });
}

/** The files of a skill that needs no trust; empty if there are too many to list. */
export async function skillFiles(folder: string, note: Note): Promise<readonly string[]> {
  const found = await orWhy(() => pathsIn(folder, note));
  return found.ok ? found.value.map(({ path }) => path) : [];
}

async function orWhy<T>(read: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, error: error.message };
    const code = errnoOf(error);
    if (code === undefined) throw error;
    return { ok: false, error: `what is in its folder cannot be read (${code})` };
  }
}

/** Ends the walk with a reason. */
class Unfit extends Error {}

type Path = { readonly path: string; readonly isLink: boolean };

/** Sorted by name, so that the same content has the same hash on all disks. */
async function pathsIn(folder: string, note: Note): Promise<readonly Path[]> {
  const found: Path[] = [];
  const walk = async (within: string, depth: number): Promise<void> => {
    if (depth > maxDepth) throw new Unfit(`its folders are more than ${maxDepth} deep`);
    note(join(folder, within));
    for await (const entry of await opendir(join(folder, within))) {
      const path = join(within, entry.name);
      if (entry.isDirectory()) await walk(path, depth + 1);
      else found.push({ path, isLink: isLinkOrFile(entry, path) });
      if (found.length > maxFiles) throw new Unfit(`its folder has more than ${maxFiles} files`);
      note(join(folder, path));
    }
  };
  await walk('', 1);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isLinkOrFile(entry: Dirent, path: string): boolean {
  if (!entry.isFile() && !entry.isSymbolicLink()) throw new Unfit(`${path} in its folder is neither a file nor a folder`);
  return entry.isSymbolicLink();
}

async function linkWithin(folder: string, path: string): Promise<Buffer> {
  const real = await realpath(join(folder, path)).catch(() => undefined);
  if (real === undefined) throw new Unfit(`${path} in its folder is a link that leads nowhere`);
  if (!isWithin(folder, real)) throw new Unfit(`${path} in its folder is a link out of it`);
  return readlink(join(folder, path), { encoding: 'buffer' });
}

async function bytesOf(folder: string, path: string, room: number): Promise<Buffer> {
  await using file = await open(join(folder, path), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stats = await file.stat();
  if (!stats.isFile()) throw new Unfit(`${path} in its folder is neither a file nor a folder`); // replaced since the folder was listed
  if (stats.size > room) throw new Unfit(`its folder holds more than ${maxSize}`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size + 1), 0, stats.size + 1, 0);
  if (bytesRead > room) throw new Unfit(`its folder holds more than ${maxSize}`); // it has grown
  return buffer.subarray(0, bytesRead);
}
