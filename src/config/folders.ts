/** Where the folders that a setting names really are, and which of them a project's own file may name. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { visible } from '../contracts/text/visible.ts';
import type { Read } from '../reading/quantities.ts';

/**
 * The home folder: from the environment if that is an absolute path, otherwise from the system. Throws `config_invalid` if neither names one, for
 * example for a user that the system does not list.
 */
export function homeIn({ HOME }: { readonly HOME?: string | undefined }, system: () => string = () => userInfo().homedir): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  try {
    return system();
  } catch (cause) {
    throw new ArtooError('config_invalid', 'HOME is not set, and the system has no home folder for this user; set HOME', { cause });
  }
}

/** Where artoo keeps its own files, and where tasks may change files without asking. */
export const defaultFolders = { data: '~/.artoo', workspace: '~/artoo_workspace' } as const;

/** The variables that name other folders. */
export const folderVariables = { data: 'ARTOO_DATA_DIR', workspace: 'ARTOO_WORKSPACE' } as const;

/** The data folder as written in a flag or an option, otherwise in the variable. An empty text counts as none. */
export const namedDataFolder = (given: string | undefined, env: Readonly<Record<string, string | undefined>>): string =>
  given || env[folderVariables.data]?.trim() || defaultFolders.data;

export type Surroundings = { readonly cwd: string; readonly home: string };

/** A folder that the person named: `~` is home, and a relative path starts at the current folder. */
export function personalFolder(text: string, { cwd, home }: Surroundings): Read<string> {
  if (text === '~') return { ok: true, value: home };
  if (/^~[/\\]/.test(text)) return { ok: true, value: resolve(home, text.slice(2)) };
  if (/^~\w/.test(text)) return { ok: false, error: "names another user's home; write out the full path" };
  return { ok: true, value: resolve(cwd, text) };
}

/** The data folder that the person named; it is created if it does not exist, but never in place of a file. */
export function personalDataFolder(text: string, surroundings: Surroundings): Read<string> {
  const read = personalFolder(text, surroundings);
  if (!read.ok || canBeFolder(read.value)) return read;
  return { ok: false, error: `must be a folder, but ${visible(read.value)} is not one` };
}

/** Whether there is a folder, or one can be created. */
function canBeFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return errnoOf(error) !== 'ENOTDIR'; // any other error is reported when the folder is used
  }
}

/** A folder that the person's own file names. The file applies in every folder, so the path must not be relative. */
export function settledFolder(text: string, surroundings: Surroundings): Read<string> {
  if (!isAbsolute(text) && !text.startsWith('~')) return { ok: false, error: 'must be a full path, starting with / or ~/' };
  return personalFolder(text, surroundings);
}

/** A folder named by a project's file: inside the project once links are followed, and not the whole project. */
export function projectFolder(text: string, { cwd }: Pick<Surroundings, 'cwd'>): Read<string> {
  const outside = {
    ok: false,
    error: "must be inside the project, because anyone may have written the project's file",
  } as const;
  if (text.startsWith('~')) return outside;
  const [project, folder] = [realpathSync(cwd), real(resolve(cwd, text))];
  if (folder === undefined) return { ok: false, error: 'goes through a broken link' };
  if (!isInside(project, folder) || folder === project) return outside;
  const acting = relative(project, folder)
    .split(sep)
    .find((name) => /^\.(?:git|artoo)$/i.test(name));
  return acting === undefined
    ? { ok: true, value: folder }
    : { ok: false, error: `must not be in ${acting}, whose files decide what is run` };
}

const isInside = (parent: string, child: string): boolean => {
  const path = relative(parent, child);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
};

/** The real path of the part that exists, followed by the part that does not exist yet. Undefined for a broken link. */
function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (exists(path) || dirname(path) === path) return undefined;
    const parent = real(dirname(path));
    return parent && join(parent, path.slice(dirname(path).length));
  }
}

/** Whether anything exists at that path, including a broken link. */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
