/**
 * The kind of each file in git's folder, by path; the kind decides what may be written to the file without a question. A file that is not in the table is of the kind
 * `acting`.
 */

/** The kind of a file in git's folder. */
export type GitFile =
  /** Free if the file's name is the hash of its content. */
  | { readonly is: 'object'; readonly id: string }
  | { readonly is: 'large file'; readonly id: string }
  /** Free if git makes the same index from the pack; `pack` is the name that index and pack share. */
  | { readonly is: 'pack'; readonly pack: string }
  | { readonly is: 'index' }
  /** Free if the log only grew, and ends with the ref's current id. */
  | { readonly is: 'log'; readonly of: string }
  /** Free if the ref is new, contains the id of an existing object, and does not change what an existing name means. */
  | { readonly is: 'ref'; readonly name: string }
  /** Notes for people, and ids for the next command: free if the file is new and contains nothing else. */
  | { readonly is: 'text' }
  | { readonly is: 'ids' }
  /** Free if the file is new and makes git run nothing. */
  | { readonly is: 'config' }
  | { readonly is: 'sample hook' }
  /**
   * The current commit and branch: a change needs approval, unless a rule allows the line, and has the verdict `acts` if git would not write the
   * content.
   */
  | { readonly is: 'head' }
  | { readonly is: 'todo' }
  | { readonly is: 'state' }
  /** Decides what git runs or where git looks, or has a name that git never writes. */
  | { readonly is: 'acting' };

const acting: GitFile = { is: 'acting' };

/** The kind of a file, by its path in git's folder. Names must match exactly: a file with another spelling is of the kind `acting`. */
export function gitFileAt(inside: string): GitFile {
  const [, ofWorktree] = /^worktrees\/[^/]+\/(.+)$/s.exec(inside) ?? [];
  if (ofWorktree !== undefined) return isPerWorktree.test(ofWorktree) ? inWorktree(inside, gitFileAt(ofWorktree)) : acting;
  for (const [pattern, file] of files) {
    const match = pattern.exec(inside);
    if (match) return file(match);
  }
  return acting;
}

const inWorktree = (inside: string, file: GitFile): GitFile =>
  file.is === 'log' ? { is: 'log', of: inside.replace(/logs\/HEAD$/, 'HEAD') } : file;

/** Whether the folder at this path in git's folder is one of those that git creates while it works. */
export const isGitSubfolder = (inside: string): boolean => subfolders.test(inside) && !/(?:^|\/)\.git(?:\/|$)/i.test(inside);

/** What each worktree has for itself; everything else is shared. */
const isPerWorktree = /^(?:[A-Z_]+|index|logs\/HEAD|refs\/(?:bisect|worktree|rewritten)\/.+|(?:rebase-merge|rebase-apply|sequencer)\/.+)$/s;

const words = (text: string): string => text.trim().split(/\s+/).join('|');
const id = '(?:[0-9a-f]{40}|[0-9a-f]{64})';

const texts = words('COMMIT_EDITMSG MERGE_MSG SQUASH_MSG TAG_EDITMSG NOTES_EDITMSG EDIT_DESCRIPTION ADD_EDIT.patch addp-hunk-edit.diff');
const states = words(`
  MERGE_HEAD MERGE_MODE MERGE_RR MERGE_AUTOSTASH CHERRY_PICK_HEAD REVERT_HEAD REBASE_HEAD BISECT_[A-Z_]+ NOTES_MERGE_[A-Z_]+(?:/.+)?
  packed-refs shallow description gc\\.log gc\\.pid sharedindex\\.[0-9a-f]+ info/(?:exclude|refs|sparse-checkout|grafts)
  objects/info/(?:packs|commit-graph|commit-graphs/.+) objects/pack/multi-pack-index.* objects/pack/pack-${id}\\.(?:bitmap|promisor|keep|mtimes)
  refs/.+ reftable/.+ rr-cache/.+ lost-found/.+ (?:rebase-merge|rebase-apply|sequencer)/.+ lfs/(?:cache|tmp|incomplete|logs)/.+`);

/** The kinds of files by path: the first row that matches decides. */
const files: readonly (readonly [RegExp, (match: RegExpExecArray) => GitFile])[] = [
  [/(?:^|\/)\.git(?:\/|$)|\.lock$/i, () => acting],
  [/^objects\/([0-9a-f]{2})\/([0-9a-f]{38}|[0-9a-f]{62})$/, ([, start = '', rest = '']) => ({ is: 'object', id: start + rest })],
  [/^lfs\/objects\/([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})$/, ([, , , name = '']) => ({ is: 'large file', id: name })],
  [new RegExp(`^(objects/pack/pack-${id})\\.(?:pack|idx|rev)$`), ([, pack = '']) => ({ is: 'pack', pack })],
  [/^index$/, () => ({ is: 'index' })],
  [/^logs\/(HEAD|refs\/.+)$/s, ([, of = '']) => ({ is: 'log', of })],
  [/^refs\/(?:(?:heads|tags|remotes|notes)\/.+|stash)$/s, ([name]) => ({ is: 'ref', name })],
  [new RegExp(`^(?:${texts.replaceAll('.', '\\.')})$`), () => ({ is: 'text' })],
  [/^(?:ORIG_HEAD|FETCH_HEAD|AUTO_MERGE)$/, () => ({ is: 'ids' })],
  [/^config$/, () => ({ is: 'config' })],
  [/^hooks\/[^/]+\.sample$/, () => ({ is: 'sample hook' })],
  [/^HEAD$/, () => ({ is: 'head' })],
  [/^(?:rebase-merge\/(?:git-rebase-todo(?:\.backup)?|done)|sequencer\/todo)$/, () => ({ is: 'todo' })],
  [new RegExp(`^(?:${states})$`, 's'), () => ({ is: 'state' })],
];

/** Commands that fail leave empty folders `modules`, `worktrees` and `info` behind, which have no effect. */
const subfolders =
  /^(?:objects(?:\/(?:[0-9a-f]{2}|pack|info))?|refs(?:\/.+)?|logs(?:\/.+)?|modules|worktrees|info|lfs(?:\/(?:tmp|cache|incomplete|logs|objects(?:\/[0-9a-f]{2}){0,2}))?)$/s;
