/** Which folders a shell may be in at some point of a line. */
import { absolutePath } from '../../places/posix-path.ts';
import type { Argument } from './shell-word.ts';

/** Empty if no command can follow; undefined if the folders cannot be known before the line runs. */
export type Folders = readonly string[] | undefined;

/** The folders that a shell may be in after a command that succeeded, and after one that failed. */
export type Ends = { readonly well: Folders; readonly failed: Folders };

/** The ends for a command that does not change the folder. */
export const stays = (folders: Folders): Ends => ({ well: folders, failed: folders });

const maxFolders = 8;

/** The folders of either alternative. */
export function either(one: Folders, other: Folders): Folders {
  if (one === other || one === undefined || other === undefined) return one && other;
  const all = [...new Set([...one, ...other])];
  return all.length > maxFolders ? undefined : all;
}

/** Builtins that may change the folder, or run something that does. */
const movers: ReadonlySet<string> = new Set(
  'pushd popd chdir eval source . command builtin trap alias unalias shopt enable exec'.split(' '),
);

/** The folders that a shell may be in after a simple command. */
export function after([name, ...args]: readonly Argument[], folders: Folders, home: string): Ends {
  if (name === undefined) return stays(folders);
  if (name.literal === 'exit' || name.literal === 'return') return stays([]);
  if (name.literal === 'cd') return { well: afterCd(args, folders, home), failed: folders };
  const onlyLooksUp = name.literal === 'command' && /^-p?[vV]/.test(args[0]?.text ?? '');
  return stays(name.literal === undefined || (movers.has(name.literal) && !onlyLooksUp) ? undefined : folders);
}

function afterCd(args: readonly Argument[], folders: Folders, home: string): Folders {
  const [target = { text: '', literal: home }, ...others] = args;
  const path = target.literal ?? (/[*?]/.test(target.pattern ?? '*') ? undefined : target.pattern?.replace(/^~/, () => home));
  if (!path || path.startsWith('-') || others.length > 0) return undefined;
  return path.startsWith('/') ? [absolutePath('/', path)] : folders?.map((folder) => absolutePath(folder, path));
}
