/**
 * The name of a data folder on a bus. A task can be continued as if nothing had happened only with the folder that has its receipts and the marks of
 * calls that have begun.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/** Made once for each folder; machines that share the folder get the same name. Throws `data_unwritable`. */
export function dataFolderId(data: string): string {
  const path = join(data, 'folder-id');
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw new ArtooError('data_unwritable', `cannot write ${path}: ${errnoOf(cause) ?? cause}`, { cause });
  }
  return readFileSync(path, 'utf8').trim();
}
