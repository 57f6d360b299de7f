/** The refs of a repository, before and after an action. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idIn, namesLike } from '../../../laws/places/git-contents.ts';
import { judgedContentNow } from '../judged-content.ts';
import type { GitChange } from './git-checks.ts';
import { statOf } from './git-folders.ts';

export type GitRefs = {
  /** Whether an existing ref, packed or in another namespace, has the same name, so that the name would become ambiguous. */
  isTaken(ref: string): boolean;
  /** The id to which a ref leads after the action; undefined if there is none, or if it is unknown. */
  idOf(ref: string): string | undefined;
};

/** The size limit for a file of refs. */
const maxBytes = 64 * 1024 ** 2;
/** How many refs may be followed, each to the next. */
const maxSteps = 5;

/** `changes`: the changes in this git folder. */
export function refsOf(folder: string, changes: readonly GitChange[]): GitRefs {
  const now = new Map(changes.map(({ inside, change }) => [inside, change]));
  const textAt = (inside: string) => {
    const change = now.get(inside);
    return change?.from === undefined ? textOf(join(folder, inside)) : (judgedContentNow(change, maxBytes)?.toString() ?? '');
  };
  const packedIn = (text: string) =>
    new Map(text.split('\n').map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
  let packedBefore: ReadonlyMap<string, string> | undefined;
  let packedAfter: ReadonlyMap<string, string> | undefined;

  return {
    isTaken(ref) {
      packedBefore ??= packedIn(textOf(join(folder, 'packed-refs')));
      const names = [...namesLike(ref), ...foldersOf(ref)];
      const isPacked = [...packedBefore.keys()].some((name) => name === ref || name.startsWith(`${ref}/`));
      return isPacked || names.some((name) => packedBefore?.has(name) || isFile(join(folder, name)));
    },
    idOf(ref) {
      packedAfter ??= packedIn(textAt('packed-refs'));
      let name = ref;
      for (let steps = 0; steps < maxSteps; steps += 1) {
        const text = textAt(name);
        const next = /^ref: (.+)\n$/.exec(text)?.[1];
        if (next === undefined) return text === '' ? packedAfter.get(name) : idIn(text);
        name = next;
      }
      return undefined;
    },
  };
}

/** `refs/heads/a` for `refs/heads/a/b`: they cannot both exist. */
const foldersOf = (ref: string): readonly string[] =>
  ref.split('/').flatMap((_, at, names) => (at < 3 ? [] : [names.slice(0, at).join('/')]));

const isFile = (path: string): boolean => statOf(path)?.isDirectory() === false;

/** The text of a file; empty if it is missing, not a plain file, or unreadable. */
function textOf(path: string): string {
  try {
    return statOf(path)?.isFile() ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
