/**
 * How a change in git's folder is treated, by the kind of the file and by whether its content is what git writes there; docs/walls.md shows the
 * table. Pure.
 */
import type { GitFile } from './git-folder.ts';

/** What was found out about a file left in git's folder. */
export type GitFinding = {
  readonly file: GitFile;
  /** Whether this action creates the repository: if so, it does not yet contain anything that could be misread. */
  readonly isNewRepository: boolean;
  /** Whether nothing was there before, or only what the task itself had created. */
  readonly isNew: boolean;
  /** Whether the content was checked, and is what git would write. */
  readonly isGenuine: boolean;
};

/**
 * `free`: git's own bookkeeping. `ordinary`: treated like any other file. `asked`: it needs approval, or a rule for the line. `acts`: it always needs
 * approval.
 */
export type GitVerdict = 'free' | 'ordinary' | 'asked' | 'acts';

type Row = { readonly new: GitVerdict; readonly changed: GitVerdict; readonly forged: GitVerdict };

const byHash: Row = { new: 'free', changed: 'asked', forged: 'acts' };
const note: Row = { new: 'free', changed: 'asked', forged: 'asked' };
const position: Row = { new: 'asked', changed: 'asked', forged: 'acts' };

const table: Readonly<Record<GitFile['is'], Row>> = {
  object: byHash,
  'large file': byHash,
  pack: byHash,
  index: { new: 'free', changed: 'free', forged: 'asked' },
  log: { new: 'free', changed: 'free', forged: 'asked' },
  ref: note,
  text: note,
  ids: note,
  'sample hook': note,
  config: { new: 'free', changed: 'acts', forged: 'acts' },
  head: position,
  todo: position,
  state: { new: 'asked', changed: 'asked', forged: 'asked' },
  acting: { new: 'acts', changed: 'acts', forged: 'acts' },
};

/** The verdict on a file that exists afterwards; a deletion needs approval, as it does for any other file. */
export function gitVerdict({ file, isNewRepository, isNew, isGenuine }: GitFinding): GitVerdict {
  const row = table[file.is];
  if (isNewRepository) {
    const isSafe = isGenuine || !isReadWhenNew(file);
    if (isSafe && (file.is === 'config' || file.is === 'sample hook')) return 'free';
    return isSafe && file.is !== 'acting' ? 'ordinary' : 'acts';
  }
  if (!isGenuine) return row.forged;
  return isNew ? row.new : row.changed;
}

/** Whether a file's content matters even in a new repository, because git acts on it. */
export const isReadWhenNew = ({ is }: GitFile): boolean => is === 'config' || is === 'head' || is === 'todo';

/** Why git acts on a file with the verdict `acts`, by its kind. */
export const whyActs: Readonly<Partial<Record<GitFile['is'], string>>> & { readonly acting: string } = {
  object: 'its name is not the hash of its content',
  'large file': 'its name is not the hash of its content',
  pack: 'artoo could not check that git makes the same index from this pack',
  config: 'it decides what git runs',
  head: 'it points git to another place',
  todo: 'it makes git run something',
  acting: "it is in git's folder, and git acts on it",
};
