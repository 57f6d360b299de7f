/** What a check looks at and what it sees, as recorded in the journal. */
import { z } from 'zod';
import { Json } from '../../contracts/shapes/json.ts';
import { count, fixed, listOf, record } from '../../contracts/shapes/shape.ts';

const path = z.string().min(1);
const paths = fixed(z.array(path).max(50));

/**
 * What to look at: what is at a path; a text, or a match of a pattern, in a file; a value in a JSON file; how a command ends; a quote, with any
 * spacing, in one of these files; whole files, for a judge to read. In journals, each kind has the name of the check for which it was first made.
 */
const Look = fixed(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['file_exists', 'file_absent']), path }),
    z.object({ kind: z.literal('file_contains'), path, text: z.string().min(1) }),
    z.object({ kind: z.literal('file_matches'), path, pattern: z.string().min(1) }),
    z.object({ kind: z.literal('json_equals'), path, pointer: z.string(), equals: Json }),
    z.object({ kind: z.literal('command'), run: z.string().min(1), equals: z.int().default(0) }),
    z.object({ kind: z.literal('quote'), text: z.string(), paths }),
    z.object({ kind: z.literal('contents'), paths }),
  ]),
);
export type Look = z.infer<typeof Look>;

/** `places`: places that the person named, which a command can see too. */
export const CheckRequest = record({ look: Look, cwd: z.string(), places: listOf(z.string()).optional() });
export type CheckRequest = z.infer<typeof CheckRequest>;

/** `link`: a symlink that leads nowhere; null: the path does not exist. Only a regular file has a size. */
export const FileSeen = z.object({
  of: z.literal('file'),
  path: z.string(),
  type: z.enum(['file', 'folder', 'other', 'link']).nullable(),
  bytes: count.nullable(),
});
export type FileSeen = z.infer<typeof FileSeen>;

export const NothingSeen = z.object({ of: z.literal('nothing'), why: z.string() });
export type NothingSeen = z.infer<typeof NothingSeen>;

export const nothing = (why: string): NothingSeen => ({ of: 'nothing', why });

export const ContentsSeen = z.object({
  of: z.literal('contents'),
  files: listOf(z.union([record({ path: z.string(), text: z.string() }), record({ path: z.string(), why: z.string() })])),
});
export type ContentsSeen = z.infer<typeof ContentsSeen>;

const json = { of: z.literal('json'), path: z.string() };

/**
 * `file`: what is at a path; also returned if text was requested but there is no regular file. `text`: what was found in a file, with a little
 * context; null if not found. `json`: the value at a pointer. `contents`: files as texts, or why a file is not shown. `nothing`: why it could not be
 * seen, or the fact that a quote is in none of the files.
 */
export const Observation = z.discriminatedUnion('of', [
  FileSeen,
  z.object({ of: z.literal('text'), path: z.string(), excerpt: z.string().nullable() }),
  z.discriminatedUnion('found', [
    z.object({ ...json, found: z.literal(true), value: Json }),
    z.object({ ...json, found: z.literal(false), why: z.string() }),
  ]),
  z.object({ of: z.literal('command'), exit_code: z.int(), output: z.string() }),
  ContentsSeen,
  NothingSeen,
]);
export type Observation = z.infer<typeof Observation>;
