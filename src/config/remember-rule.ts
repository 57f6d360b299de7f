/** "Allow this kind from now on": a rule goes into the person's own file, and everything else in it stays as it is. */
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { readConfigFile } from './config-file.ts';
import { ownConfigFile } from './config-files.ts';
import { replaceFile } from './replace-file.ts';

/** Whether it is in the file now; `added` if it was not before. */
export type Remembered = { readonly ok: true; readonly added: boolean } | { readonly ok: false; readonly error: string };

/** Adds the rule to `allow`. A file that cannot be read is left alone: what is wrong with it is the error. */
export async function rememberRule(data: string, rule: string): Promise<Remembered> {
  const path = ownConfigFile(data);
  try {
    const file = await readConfigFile(path);
    if (file?.values.allow.includes(rule)) return { ok: true, added: false };
    const place = file ? await realpath(path) : path; // a link to the file stays a link
    const text = file ? await readFile(place, 'utf8') : '';
    const { withRule } = await import('./rule-text.ts'); // loaded only when a rule is written
    makeFolder(data);
    await replaceFile(place, withRule(text, rule), file ? (await stat(place)).mode & 0o777 : 0o600);
    return { ok: true, added: true };
  } catch (thrown) {
    if (thrown instanceof ArtooError) return { ok: false, error: thrown.message };
    return { ok: false, error: `${path} cannot be written (${errnoOf(thrown) ?? thrown})` };
  }
}

/** Folder by folder: a recursive `mkdir` never returns where folders vanish as they are made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
