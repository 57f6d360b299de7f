/** Whether a file is a page of a task that artoo wrote, which it may overwrite. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const begin = '<!doctype html>\n<html lang="en">';
const end = / recorded by artoo [\s\S]*<\/footer>\s*<\/body>\s*<\/html>\s*$/;
const endBytes = 1_000;

/** False for anything but a regular file; a link is not followed. */
export async function isOwnPage(path: string): Promise<boolean> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) return false;
    const from = Math.max(0, stats.size - endBytes);
    const [first, last] = [Buffer.alloc(begin.length), Buffer.alloc(endBytes)];
    const { bytesRead } = await file.read(last, 0, endBytes, from);
    await file.read(first, 0, begin.length, 0);
    return first.toString() === begin && end.test(last.toString('utf8', 0, bytesRead));
  } catch {
    return false;
  }
}
