/** Writes a file atomically: readers find either the old or the new one, complete. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Throws system errors; the file is then unchanged. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}-${basename(path)}`);
  try {
    await using file = await open(draft, 'wx', mode);
    await file.writeFile(text);
    await file.chmod(mode); // the umask may have narrowed the mode
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
