/** Whether git would write a file in its folder with this content. Objects and packs are checked first, because refs name them. */
import { join } from 'node:path';
import { isPlainGitConfig } from '../../../laws/places/git-config.ts';
import { idIn, idsIn, isHead, isLogEntries, isOnlyText, isPlainTodo, isRefName, lastLogged } from '../../../laws/places/git-contents.ts';
import type { GitFile } from '../../../laws/places/git-folder.ts';
import type { Change } from '../../changes/change.ts';
import { contentBefore, judgedContent } from '../judged-content.ts';
import { commonFolderOf, type InGit } from './git-folders.ts';
import { isConsistentIndex } from './git-index.ts';
import { createHashing, formatOf, idsOfPack, objectsThere } from './git-objects.ts';
import { type GitRefs, refsOf } from './git-refs.ts';
import type { OwnGit } from './own-git.ts';

/** A change in git's folder; `isOwn`: whether the task itself created the file. */
export type GitChange = InGit & { readonly change: Change; readonly file: GitFile; readonly isOwn: boolean };

/** The size limit for git's small files: git never writes larger ones. */
const maxTextBytes = 16 * 1024 ** 2;

/** Checks all objects that the changes add; the resulting function then decides for each change. */
export async function createGitChecks(
  found: readonly GitChange[],
  all: readonly Change[],
  git: OwnGit,
): Promise<(one: GitChange) => Promise<boolean>> {
  const byPath = new Map(all.map((change) => [change.path, change]));
  const existing = found.filter(({ isNewRepository }) => !isNewRepository);
  const checked = new Map<Change, boolean>();
  const known = new Map<string, { readonly ids: Set<string>; readonly refs: GitRefs }>(); // the existing objects and refs, by git folder
  for (const [folder, changes] of Map.groupBy(existing, (one) => one.folder)) {
    const ids = new Set<string>();
    known.set(folder, { ids, refs: refsOf(folder, changes) });
    for (const [change, held] of await checkObjects(folder, changes, git)) {
      checked.set(change, held !== undefined);
      for (const id of held ?? []) ids.add(id);
    }
    const named = (await Promise.all(changes.map(idsNamedBy))).flat().filter((id) => !ids.has(id));
    if (named.length > 0) for (const id of await objectsThere(named, join(await commonFolderOf(folder), 'objects'), git)) ids.add(id);
  }

  return async ({ change, file, folder, inside }) => {
    const { ids, refs } = known.get(folder) ?? {};
    const isThere = (id: string) => ids?.has(id) === true;
    switch (file.is) {
      case 'object':
      case 'large file':
      case 'pack':
        return checked.get(change) === true;
      case 'index':
        return isConsistentIndex(change, { changes: byPath, folder, head: refs?.idOf(inside.replace(/index$/, 'HEAD')), git });
      case 'log':
        return (await hasOnlyGrown(change)) && lastLogged(await textOf(change)) === refs?.idOf(file.of);
      case 'ref': {
        const id = idIn(await textOf(change));
        return id !== undefined && isThere(id) && isRefName(file.name) && refs?.isTaken(file.name) === false;
      }
      case 'ids':
        return idsIn(await textOf(change))?.every(isThere) === true;
      case 'text':
        return isOnlyText(await textOf(change));
      case 'config':
        return isPlainGitConfig(await textOf(change));
      case 'head':
        return isHead(await textOf(change));
      case 'todo':
        return isPlainTodo(await textOf(change));
      case 'sample hook':
      case 'state':
      case 'acting':
        return true; // the type of the file decides, whatever its content
    }
  };
}

/** The ids that objects and packs add; undefined for a file that does not match its name. */
async function checkObjects(folder: string, changes: readonly GitChange[], git: OwnGit): Promise<ReadonlyMap<Change, Ids>> {
  const hashing = createHashing();
  const held = new Map<Change, Ids>();
  const packs = new Map<string, Ids>();
  const now = new Map(changes.map(({ inside, change }) => [inside, change]));
  const at = (inside: string) => now.get(inside) ?? join(folder, inside);
  for (const { change, file } of changes) {
    if (file.is === 'object') held.set(change, (await hashing.isObject(change, file.id)) ? [file.id] : undefined);
    if (file.is === 'large file') held.set(change, (await hashing.isFile(change, file.id)) ? [] : undefined);
    if (file.is !== 'pack') continue;
    const { pack } = file;
    const files = { pack: at(`${pack}.pack`), idx: at(`${pack}.idx`), rev: now.get(`${pack}.rev`) };
    if (!packs.has(pack)) packs.set(pack, await idsOfPack(files, formatOf(pack.slice(pack.lastIndexOf('-') + 1)), git));
    held.set(change, packs.get(pack));
  }
  return held;
}

type Ids = readonly string[] | undefined;

async function idsNamedBy({ change, file }: GitChange): Promise<readonly string[]> {
  if (file.is === 'ref') return idsIn(await textOf(change)) ?? [];
  return file.is === 'ids' ? (idsIn(await textOf(change)) ?? []) : [];
}

/** Whether the old content of a log is unchanged, and the new lines are entries that git could have written. */
async function hasOnlyGrown(change: Change): Promise<boolean> {
  const now = await judgedContent(change, maxTextBytes);
  const old = change.before === null ? Buffer.alloc(0) : await contentBefore(change, maxTextBytes);
  if (now === undefined || old === undefined) return false;
  return old.equals(now.subarray(0, old.length)) && isLogEntries(now.toString('latin1', old.length));
}

/** The new text of a file. If the file cannot be read, or is larger than any that git writes, this is a text that is never valid. */
const textOf = async (change: Change): Promise<string> => (await judgedContent(change, maxTextBytes))?.toString('latin1') ?? unreadable;
const unreadable = 'ref:\0';
