/** What a command would do to the world, as far as its text tells. */

/** What happens to a file or folder. */
export type FileChange = 'created' | 'changed' | 'deleted' | 'metadata';

/** A path is absolute where it is known before the command runs, else as it is written; a host that is not known is `?`. */
export type Effect = { readonly path: string; readonly change: FileChange } | { readonly change: 'network'; readonly host: string };
