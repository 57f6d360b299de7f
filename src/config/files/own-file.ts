/** Changes the person's own file atomically; a file that cannot be read is left alone. */
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Config } from '../config.ts';
import { readConfigFile } from './config-file.ts';
import { ownConfigFile } from './config-files.ts';
import { replaceFile } from './replace-file.ts';

/** Whether the file now has the wanted content; `changed` if it did not have it before. */
export type Changed = { readonly ok: true; readonly changed: boolean } | { readonly ok: false; readonly error: string };

/**
 * `change` gets the text of the file and its settings, and returns the new text, or undefined to leave the file as it is. Only the person can read a
 * new file; an old one keeps its mode unless one is given.
 */
export async function changeOwnFile(
  data: string,
  change: (text: string, values: Config | undefined) => Promise<string | undefined>,
  mode?: number,
): Promise<Changed> {
  const path = ownConfigFile(data);
  try {
    const file = await readConfigFile(path);
    const place = file ? await realpath(path) : path; // a link to the file stays a link
    const text = await change(file ? await readFile(place, 'utf8') : '', file?.values);
    if (text === undefined) return { ok: true, changed: false };
    makeFolder(data);
    await replaceFile(place, text, mode ?? (file ? (await stat(place)).mode & 0o777 : 0o600));
    return { ok: true, changed: true };
  } catch (thrown) {
    if (thrown instanceof ArtooError) return { ok: false, error: thrown.message };
    return { ok: false, error: `${path} cannot be written (${errnoOf(thrown) ?? thrown})` };
  }
}

/** Makes a folder, level by level: a recursive `mkdir` never returns if folders vanish while they are made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
