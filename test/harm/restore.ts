/**
 * Restores a folder from its template, and copies only what was touched: on some file systems, copying everything takes longer than everything else
 * together.
 */
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytes, namesIn } from './snapshot.ts';

const run = promisify(execFile);

/** What the file system records for every entry: any change to an entry changes one of these values. */
export type Stamps = ReadonlyMap<string, string>;

/** Returns the stamps of the restored folder, which the next call needs; without them, everything is copied. */
export async function restore(folder: string, template: string, stamps: Stamps | undefined): Promise<Stamps> {
  const touched = stamps && touchedParts(stamps, stampsOf(folder));
  if (touched === undefined) {
    await removeTree(folder);
    await run('cp', ['-a', template, folder]);
  } else if (touched.size > 0) {
    for (const part of touched) await removeTree(`${folder}/${part}`);
    const known = [...touched].filter((part) => lstatSync(join(template, part), { throwIfNoEntry: false }) !== undefined);
    if (known.length > 0) await run('cp', ['-a', '--parents', '-t', folder, '--', ...known], { cwd: template }); // all at once, for the sake of hard links
  }
  return stampsOf(folder);
}

/** The entries one and two levels below the folder in which something differs; nothing if a folder itself differs. */
function touchedParts(before: Stamps, now: Stamps): ReadonlySet<string> | undefined {
  const paths = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
  if (paths.some((path) => !path.includes('/') && before.has(path))) return undefined;
  return new Set(paths.map((path) => path.split('/', 2).join('/')));
}

function stampsOf(folder: string): Stamps {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const { ino, ctimeNs, mode, uid, gid } = lstatSync(bytes(`${folder}/${path}`), { bigint: true });
    const holder = !path.includes('/'); // its times change with every entry
    found.set(path, holder ? `${mode} ${uid}:${gid}` : `${ino} ${ctimeNs}`);
    if ((mode & 0o170000n) === 0o040000n) for (const name of namesIn(`${folder}/${path}`)) visit(`${path}/${name}`);
  };
  for (const name of namesIn(folder)) visit(name);
  return found;
}

/** Removes it even if a command made it or one of its folders unreadable. The path has one character per byte. */
export async function removeTree(path: string, within = path): Promise<void> {
  const remove = () => rm(bytes(path), { recursive: true, force: true });
  await remove().catch(async () => {
    await run('chmod', ['-R', 'u+rwX', '--', within]);
    await remove();
  });
}
