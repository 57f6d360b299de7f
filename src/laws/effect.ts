/** What a command would do to the world, as far as its text shows. */

/** What happens to a file or folder. */
export type FileChange = 'created' | 'changed' | 'deleted' | 'metadata';

/** A path is absolute if it is known before the command runs, otherwise as written; an unknown host is `?`. */
export type Effect = { readonly path: string; readonly change: FileChange } | { readonly change: 'network'; readonly host: string };
