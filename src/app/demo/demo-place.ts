/** Where a demo happens: a scratch folder with its files, which is removed when the demo is over. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';

export type DemoPlace = {
  /** The scratch folder. */
  readonly folder: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Where the journals are kept; in the scratch folder by default. */
  readonly data: string;
  /** Where the memory of the demo is kept: always in the scratch folder. */
  readonly ownData: string;
};

/** The places in an existing scratch folder. */
export function placeIn(folder: string, data?: string | undefined): DemoPlace {
  const ownData = join(folder, 'data');
  return { folder, cwd: join(folder, 'home'), workspace: join(folder, 'workspace'), data: resolve(data ?? ownData), ownData };
}

/** A new scratch folder with these files. Throws `scratch_unwritable`. */
export async function makePlace(files: Readonly<Record<string, string>>, data?: string | undefined): Promise<DemoPlace & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  const place = placeIn(folder, data);
  await Promise.all(Object.entries(files).map(([path, content]) => write(join(place.cwd, path), content)));
  return { ...place, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
