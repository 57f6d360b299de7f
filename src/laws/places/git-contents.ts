/** Whether the small files in git's folder contain only what git writes into them, and nothing that would make git do more. */

const id = '(?:[0-9a-f]{40}|[0-9a-f]{64})';

/** The id in a file that holds a single id; undefined for any other content. */
export const idIn = (text: string): string | undefined => new RegExp(`^(${id})\\n$`).exec(text)?.[1];

/** The ids that a file lists for the next command, one per line (`FETCH_HEAD` has more after each); undefined for any other content. */
export function idsIn(text: string): readonly string[] | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '') return undefined;
  const found = lines.map((line) => new RegExp(`^(${id})(?:\\t(?:not-for-merge)?\\t.*)?$`).exec(line)?.[1]);
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Whether git would not read a text as a reference to a commit. */
export const isOnlyText = (text: string): boolean => !/^\s*(?:ref:|[0-9a-f]{40})/i.test(text);

/** Whether the content of `HEAD` names a branch, or a single commit. */
export function isHead(text: string): boolean {
  const branch = /^ref: (refs\/heads\/.+)\n$/.exec(text)?.[1];
  return branch === undefined ? idIn(text) !== undefined : isRefName(branch);
}

/** Whether the lines added to a log are entries as git writes them. */
export const isLogEntries = (text: string): boolean =>
  text === '' ||
  (text.endsWith('\n') &&
    text
      .slice(0, -1)
      .split('\n')
      .every((line) => logEntry.test(line)));

const logEntry = new RegExp(`^${id} ${id} .*> \\d+ [+-]\\d{4}(?:\\t.*)?$`);

/** The id at the end of the last entry of a log. */
export const lastLogged = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)?.split(' ', 2)[1];

/** Whether a rebase to-do list only moves commits: `exec` would run a program. */
export const isPlainTodo = (text: string): boolean =>
  text
    .split('\n')
    .every((line) =>
      /^\s*(?:#.*)?$|^(?:[prsefdltmbu]|pick|revert|reword|edit|squash|fixup|drop|label|reset|merge|break|noop|update-ref)(?: |$)/.test(
        line,
      ),
    );

/** Whether a name is valid for a ref, and cannot be mistaken for an option or a commit. */
export const isRefName = (name: string): boolean =>
  !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|[./]$/u.test(name) && !/^(?:-|@$|HEAD$|[0-9a-f]{7,}$)/.test(shortOf(name));

/**
 * The other meanings that `git <verb> <short name>` can have besides this ref: if one of these names exists, the short name now means something else.
 */
export function namesLike(ref: string): readonly string[] {
  const short = shortOf(ref);
  const all = [`refs/tags/${short}`, `refs/heads/${short}`, `refs/remotes/${short}`, `refs/remotes/${short}/HEAD`, `refs/${short}`];
  return all.filter((name) => name !== ref);
}

const shortOf = (ref: string): string => ref.replace(/^refs\/(?:(?:heads|tags|remotes|notes)\/)?/, '');
