/** What a call changes on disk, path by path: the form in which changes are read from a view, made real, kept and undone. */
import { z } from 'zod';
import { count, record } from '../../contracts/shape.ts';

const owner = { uid: count, gid: count };
const mode = z.int().min(0).max(0o7777);

/** What stands at a path. */
export const Entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), mode, ...owner, size: count, mtime_ms: z.number(), hash: z.string() }),
  z.object({ kind: z.literal('folder'), mode, ...owner }),
  z.object({ kind: z.literal('link'), target: z.string(), ...owner }),
  z.object({ kind: z.literal('pipe'), mode, ...owner }),
]);
export type Entry = z.infer<typeof Entry>;

/** One path that is another after than before. */
export const Change = record({
  /** Absolute; no part of it but the last is a symlink. */
  path: z.string().min(1),
  /** What stood there, null for nothing. A file's hash is empty where nobody has read it. */
  before: Entry.nullable(),
  after: Entry.nullable(),
  /** Where the new content of a file lies; it may be moved from there. Absent where the content stays as it is, and for whatever is no file. */
  from: z.string().optional(),
  /** By what the old entry is known again (`stampOf`), null for nothing: when it is another by then, the change is not made. */
  stamp: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;
