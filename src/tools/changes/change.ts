/** What a call changes on disk, path by path: these changes are read from a view, applied, kept in a receipt, and undone. */
import { z } from 'zod';
import { count, record } from '../../contracts/shapes/shape.ts';

const owner = { uid: count, gid: count };
const mode = z.int().min(0).max(0o7777);

/** Extended attributes and access lists, by name, in base64. If one side of a change has some, the other side has at least an empty list. */
const attributes = z.record(z.string(), z.string()).optional();
const mtime_ms = z.number();

/** The entry at a path. In older receipts, folders, links and pipes have no time. */
export const Entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), mode, ...owner, size: count, mtime_ms, hash: z.string(), attributes }),
  z.object({ kind: z.literal('folder'), mode, ...owner, mtime_ms: mtime_ms.optional(), attributes }),
  /** A target that is not UTF-8 is also kept as bytes; `target` is then only used for display. */
  z.object({ kind: z.literal('link'), target: z.string(), target_base64: z.string().optional(), ...owner, mtime_ms: mtime_ms.optional() }),
  z.object({ kind: z.literal('pipe'), mode, ...owner, mtime_ms: mtime_ms.optional() }),
]);
export type Entry = z.infer<typeof Entry>;

/** The change of one path. */
export const Change = record({
  /** Absolute path; no folder in it is a symlink. */
  path: z.string().min(1),
  /** The previous entry; null if there was none. The hash of a file is empty if the file was not read. */
  before: Entry.nullable(),
  after: Entry.nullable(),
  /** The file that contains the new content; it may be moved away. Absent if the content does not change, and for anything but files. */
  from: z.string().optional(),
  /** Identifies the old entry (`stampOf`); null if there was none. If the stamp has changed when the changes are applied, none is applied. */
  stamp: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;
