/** The files of settings that count in a folder: the project's own and the person's. */
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfigFile } from './config-file.ts';
import type { Layer } from './config-layers.ts';
import { exists } from './folders.ts';

/** The person's own file; rules are written to it. */
export const ownConfigFile = (data: string): string => join(data, 'config.yaml');

const projectConfigFile = (cwd: string): string => join(cwd, '.artoo', 'config.yaml');

/** The one that counts more comes first; a missing file is left out. Throws `config_invalid`. */
export async function readConfigFiles(data: string, cwd: string): Promise<readonly Layer[]> {
  const [own, ofProject] = [ownConfigFile(data), projectConfigFile(cwd)];
  const isSame = await Promise.all([realpath(own), realpath(ofProject)]).then(
    ([a, b]) => a === b,
    () => false,
  );
  const [project, personal] = await Promise.all([
    isSame ? undefined : readConfigFile(ofProject, './.artoo/config.yaml'),
    readConfigFile(own),
  ]);
  return [...(project ? [{ name: 'project', ...project } as const] : []), ...(personal ? [{ name: 'data', ...personal } as const] : [])];
}

/** Changes whenever one of the files does; empty if neither exists. */
export const configStamp = (data: string, cwd: string): string => [ownConfigFile(data), projectConfigFile(cwd)].map(stampOf).join('');

function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (found) return `${path}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}\n`;
    return exists(path) ? `${path}\n` : ''; // a broken link is there
  } catch {
    return `${path}\n`; // reading it says what is wrong
  }
}
