/** Whether an index stages only what the person can see: its content becomes part of the next commit, and a checkout writes it into the work tree. */
import { createHash } from 'node:crypto';
import { constants, readlinkSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Index, type IndexEntry, readIndex } from '../../../laws/places/git-index.ts';
import { treesOf } from '../../../laws/places/git-trees.ts';
import type { Change } from '../../changes/change.ts';
import { targetBytes } from '../../changes/disk/entry-at.ts';
import { statsAt } from '../../changes/disk/stamp.ts';
import { contentBefore, judgedContent } from '../judged-content.ts';
import { commonFolderOf } from './git-folders.ts';
import type { ObjectFormat, OwnGit } from './own-git.ts';

export type IndexSources = {
  /** All changes of the action, by path: the work tree is judged as it is after them. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Git's folder, and the current commit after the action, if there is one. */
  readonly folder: string;
  readonly head: string | undefined;
  readonly git: OwnGit;
};

const maxIndexBytes = 512 * 1024 ** 2;
/** The largest work tree file that is read; an index that stages a larger one needs approval. */
const maxFileBytes = 256 * 1024 ** 2;

/** Every new entry must match the work tree at its path, or HEAD. False if the file is not an index, is inconsistent, or hides an edit. */
export async function isConsistentIndex(change: Change, sources: IndexSources): Promise<boolean> {
  const now = hashedIndex(await judgedContent(change, maxIndexBytes));
  if (now === undefined) return false;
  const old = change.before === null ? undefined : hashedIndex(await contentBefore(change, maxIndexBytes));
  const before = new Map([...(old?.resolved ?? []), ...(old?.entries ?? [])].map((entry) => [keyOf(entry), entry.noted?.all]));
  const isKnown = (entry: IndexEntry) => before.has(keyOf(entry));
  const tree = await workTreeOf(dirname(change.path), sources.git);
  const unseen: IndexEntry[] = [];
  for (const entry of now.entries) {
    if (isKnown(entry) && before.get(keyOf(entry)) === entry.noted?.all) continue;
    const found = tree === undefined ? undefined : await foundAt(tree, entry, sources.changes);
    if (found !== undefined && stages(entry, found, now.format)) continue;
    if (found !== undefined && hidesEdit(entry, found)) return false;
    if (!isKnown(entry)) unseen.push(entry);
  }
  if (unseen.length > 0 && !(await isAllInHead(unseen, now.format, sources))) return false;
  return now.resolved.every(isKnown) && hasItsTrees(now);
}

const keyOf = ({ path, mode, id, stage, isAnnounced }: IndexEntry): string => `${mode} ${id} ${stage} ${isAnnounced} ${path}`;

type HashedIndex = Index & { readonly format: ObjectFormat };

/** Undefined unless the last bytes are the hash of all others, or zero because git was configured to omit it. */
function hashedIndex(content: Buffer | undefined): HashedIndex | undefined {
  for (const [format, length] of [['sha1', 20] as const, ['sha256', 32] as const]) {
    const [body, end] = [content?.subarray(0, -length), content?.subarray(-length)];
    if (content === undefined || body === undefined || end === undefined) return undefined;
    const isHashed = end.every((byte) => byte === 0) || createHash(format).update(body).digest().equals(end);
    const index = isHashed ? readIndex(content, length) : undefined;
    if (index) return { format, ...index };
  }
  return undefined;
}

/** Whether the cached trees, which a commit would use without checking, match the entries. */
function hasItsTrees({ entries, trees, format }: HashedIndex): boolean {
  const made = treesOf(entries, (tree) => objectId('tree', tree, format));
  return trees.every(({ folder, count, id }) => made.get(folder)?.id === id && made.get(folder)?.count === count);
}

/** Whether an entry matches the work tree. The executable bit may differ (`git add --chmod=+x`). */
function stages({ mode, id, isAnnounced }: IndexEntry, { kind, content }: Found, format: ObjectFormat): boolean {
  if (!(kind === 'link' ? mode === 0o120000 : mode === 0o100644 || mode === 0o100755)) return false;
  if (isAnnounced) return id === blobOf(Buffer.alloc(0), format); // an entry of this kind adds no content
  return kind === 'link' ? id === blobOf(content, format) : blobsOf(content, format).includes(id);
}

/**
 * Whether git may mistake a file for the content of the entry, and overwrite it. If the size differs, or the recorded size is 0, git compares
 * contents.
 */
const hidesEdit = ({ noted }: IndexEntry, { content }: Found): boolean =>
  noted !== undefined && noted.size > 0 && noted.size === content.length;

type Found = { readonly kind: 'file' | 'link'; readonly content: Buffer };

/** The content of the work tree at an entry's path after the action; undefined if it is missing, a folder, or too large. */
async function foundAt(tree: string, { path }: IndexEntry, changes: IndexSources['changes']): Promise<Found | undefined> {
  const bytes = Buffer.concat([Buffer.from(`${tree}/`), Buffer.from(path, 'latin1')]);
  const change = changes.get(bytes.toString());
  if (change?.after?.kind === 'link') return { kind: 'link', content: targetBytes(change.after) };
  if (change && (change.after?.kind !== 'file' || change.from !== undefined)) return asFile(await judgedContent(change, maxFileBytes));
  try {
    if (statsAt(bytes.toString())?.isSymbolicLink()) return { kind: 'link', content: readlinkSync(bytes, 'buffer') };
    await using file = await open(bytes, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    return stats.isFile() && stats.size <= maxFileBytes ? asFile(await file.readFile()) : undefined;
  } catch {
    return undefined; // missing, or not readable for artoo
  }
}

const asFile = (content: Buffer | undefined): Found | undefined => content && { kind: 'file', content };

/** The ids that git may compute for content: as it is, with other line endings, or as a large file stored separately. */
function blobsOf(content: Buffer, format: ObjectFormat): readonly string[] {
  const oid = createHash('sha256').update(content).digest('hex');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
  const unixLines = content.includes('\r\n') ? [Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')] : [];
  return [content, ...unixLines, Buffer.from(pointer)].map((each) => blobOf(each, format));
}

const blobOf = (content: Buffer, format: ObjectFormat): string => objectId('blob', content, format);

const objectId = (kind: 'blob' | 'tree', content: Buffer, format: ObjectFormat): string =>
  createHash(format).update(`${kind} ${content.length}\0`).update(content).digest('hex');

const ofSubmodule = 0o160000;

/** The number of paths passed to git in one call. */
const maxAsked = 500;

async function isAllInHead(entries: readonly IndexEntry[], format: ObjectFormat, { folder, head, git }: IndexSources): Promise<boolean> {
  const objects = join(await commonFolderOf(folder), 'objects');
  if (head === undefined || objects.includes('\n')) return false;
  const repository = await git.borrow(objects, format);
  for (let at = 0; at < entries.length; at += maxAsked) {
    const some = entries.slice(at, at + maxAsked);
    const paths = some.map(({ path }) => Buffer.from(path, 'latin1').toString());
    const listed = (await git.run(['ls-tree', '-z', '--full-tree', head, '--', ...paths], { folder: repository }))?.split('\0');
    const inHead = new Set(listed);
    const isThere = ({ mode, id, stage, isAnnounced }: IndexEntry, path: string) =>
      stage === 0 && !isAnnounced && inHead.has(`${mode.toString(8)} ${mode === ofSubmodule ? 'commit' : 'blob'} ${id}\t${path}`);
    if (!some.every((entry, number) => isThere(entry, paths[number] ?? ''))) return false;
  }
  return true;
}

/** The work tree to which an index belongs: the folder around `.git`, or the work tree that git's folder names. */
async function workTreeOf(folder: string, git: OwnGit): Promise<string | undefined> {
  if (basename(folder) === '.git') return dirname(folder);
  const linked = await readFile(join(folder, 'gitdir'), 'utf8').catch(() => undefined); // only a linked worktree has this file
  if (linked !== undefined) return dirname(resolve(folder, linked.trim()));
  const named = await git.run(['config', '--file', join(folder, 'config'), 'core.worktree']); // set for a submodule
  return named === undefined ? undefined : resolve(folder, named.trim());
}
