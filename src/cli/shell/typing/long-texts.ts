/** Long texts that were sent, each in a separate file, so that the history itself stays small. The newest are kept. */
import { hash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../../config/files/replace-file.ts';

const maxFiles = 20;
/** The length limit: a longer text is not kept, because a part of it would be sent as if it were complete. */
const maxBytes = 4 * 1024 * 1024;

export const nameOf = (text: string): string => hash('sha256', text);

/** Writes the whole text. False if it is too long to be kept; throws system errors. */
export async function keepLong(folder: string, text: string): Promise<boolean> {
  if (Buffer.byteLength(text) > maxBytes) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(join(folder, nameOf(text)), text, 0o600);
  const files = await Promise.all((await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const old = files.toSorted((a, b) => b.at - a.at).slice(maxFiles);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return true;
}

/** Undefined if the text is gone, or is not what was written. */
export async function readLong(folder: string, name: string): Promise<string | undefined> {
  try {
    await using file = await open(join(folder, name), 'r');
    if ((await file.stat()).size > maxBytes) return undefined;
    const text = await file.readFile('utf8');
    return nameOf(text) === name ? text : undefined;
  } catch {
    return undefined;
  }
}
