/** What a command would do to the world, judging by its text. */

/** What happens to a file or folder. */
export type FileChange = 'created' | 'changed' | 'deleted' | 'metadata';

/** A path is absolute if it is known before the command runs; otherwise it is given as written. An unknown host is `?`. */
export type Effect = { readonly path: string; readonly change: FileChange } | { readonly change: 'network'; readonly host: string };
