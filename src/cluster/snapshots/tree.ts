/** One folder of a snapshot as it is stored on the bus: its entries by name, and for each inner folder the hash of its own list. */
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { listOf, record } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { Entry } from '../../tools/changes/change.ts';

/** The hash of the content (`hashOfBytes`). */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A file name that cannot lead out of its folder. */
const Name = z
  .string()
  .refine((name) => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && Buffer.byteLength(name) <= 255);

/** `closed`: the entry exists, but neither its content nor its properties are sent. */
const Line = z.union([
  record({ name: Name, entry: Entry, tree: Hash.optional() }),
  record({ name: Name, closed: z.enum(['folder', 'file']) }),
]);
export type Line = z.infer<typeof Line>;

const Tree = listOf(Line);
export type Tree = z.infer<typeof Tree>;

/** A folder of the task with which a snapshot begins: its real path, its entry and its list. */
export const SnapshotRoot = record({ path: z.string().startsWith('/'), entry: Entry, tree: Hash });
export type SnapshotRoot = z.infer<typeof SnapshotRoot>;

/** The list as bytes; for the same folder always the same bytes. */
export const treeBytes = (lines: readonly Line[]): Buffer =>
  Buffer.from(JSON.stringify(lines.toSorted((a, b) => (a.name < b.name ? -1 : 1))));

/** Throws `object_damaged` if the bytes are not a list, or contain a name twice. */
export function treeFrom(bytes: Buffer): Tree {
  const { data: tree } = Tree.safeParse(parsedJson(bytes.toString()));
  if (!tree || new Set(tree.map(({ name }) => name)).size < tree.length)
    throw new ArtooError('object_damaged', 'the content that should be a folder of a snapshot is not a folder');
  return tree;
}
