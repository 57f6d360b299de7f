/** The changes of a task to files, line by line, from its receipts and the disk. Changes nothing. Limited in the number of files and in length. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textDiff } from '../files/text-diff.ts';
import type { Entry } from './change.ts';
import type { Folders } from './disk/folders.ts';
import { hashOfOpen, openToRead } from './disk/hash-of.ts';
import { isReceiptOf, readReceiptWithChanges, undoKey } from './receipts/receipt.ts';
import { type History, type ReceiptRef, readHistory } from './receipts/receipt-history.ts';
import { contentPath } from './transaction/transaction.ts';
import { type NetChange, netChanges, type ReceiptChanges } from './undo/net-changes.ts';

/**
 * A diff, or why there is none: the path has changed since, so that only the content before the task (`was`) is known; the content has been deleted, or
 * an undo has moved it back to the path; it is not text, or too long; or the file is in a secret place.
 */
export type FileDiff =
  | { readonly diff: string }
  | { readonly none: 'changed since'; readonly was?: string }
  | { readonly none: 'not kept' | 'undone' | 'no text' | 'secret' | 'too many' };

/** What a call wrote to a file: the whole content, or one piece that replaced another. */
export type Write = { readonly content: string } | { readonly old: string; readonly new: string };

type Writes = ReadonlyMap<string, readonly Write[]>;

const maxFiles = 200;
const maxReceipts = 1_000;
const maxBytes = 256 * 1024;
const maxTotalLength = 1024 * 1024;

/**
 * Diffs by path, for files whose content changed. Empty if the task's receipts have been deleted. `isSecret`: whether the content of a file must not
 * be shown. `writes`: what the task's calls wrote, used if the result matches the hash in the receipts.
 */
export async function taskDiffs(
  folders: Folders,
  id: string,
  isSecret: (path: string) => boolean,
  writes: Writes = new Map(),
): Promise<ReadonlyMap<string, FileDiff>> {
  const history = await readHistory(folders);
  const refs = history.of(id);
  const net = netChanges(await receiptsAt(folders, refs.toReversed()));
  const changed = [...net.values()].filter(hasOtherContent);
  const taken = changed.length === 0 ? [] : await receiptsAt(folders, othersIn(history, id));
  const isUndone = history.inEffect(refs).length === 0;
  const diffs = new Map<string, FileDiff>();
  let left = maxTotalLength;
  for (const one of changed) {
    const diff: FileDiff =
      diffs.size >= maxFiles || left <= 0
        ? { none: 'too many' }
        : isSecret(one.path)
          ? { none: 'secret' }
          : told(await diffOf(one, taken, writes.get(one.path) ?? []), isUndone);
    left -= 'diff' in diff ? diff.diff.length : 0;
    diffs.set(one.path, diff);
  }
  return diffs;
}

async function receiptsAt(folders: Folders, refs: readonly ReceiptRef[]): Promise<readonly ReceiptChanges[]> {
  const found: ReceiptChanges[] = [];
  for (const folder of refs.map((ref) => join(folders.undo, ref))) {
    const receipt = await readReceiptWithChanges(folder);
    if (receipt) found.push({ folder, changes: receipt.changes });
  }
  return found;
}

/**
 * Receipts of other tasks and of undos: the receipt of an undo contains the content that was undone, the receipt of another task the content that it
 * replaced.
 */
const othersIn = ({ tasks, of }: History, id: string): readonly ReceiptRef[] =>
  tasks.flatMap((task) => of(task).filter((ref) => task !== id || isReceiptOf(undoKey, ref))).slice(-maxReceipts);

const isFile = (entry: Entry | null): entry is Extract<Entry, { kind: 'file' }> => entry?.kind === 'file';

function hasOtherContent({ left, back, image }: NetChange): boolean {
  if (!isFile(left) && !isFile(back)) return false;
  return isFile(left) && isFile(back) ? image !== undefined && (left.hash === '' || left.hash !== back.hash) : true;
}

async function diffOf(
  { path, left, back, image, isBroken }: NetChange,
  taken: readonly ReceiptChanges[],
  writes: readonly Write[],
): Promise<FileDiff> {
  if (isBroken) return { none: 'changed since' };
  const before = isFile(back) ? await backAt(path, back.hash, image) : empty;
  if (before === 'gone') return { none: 'not kept' };
  if (before === 'too long') return { none: 'no text' };
  const found = isFile(left) ? await leftAt(path, left.hash, taken) : empty;
  const after = found === 'gone' && isFile(left) ? (rewritten(before, writes, left.hash) ?? 'gone') : found;
  if (after === 'gone') return { none: 'changed since', ...(before.length > 0 && isUtf8(before) && { was: before.toString() }) };
  if (after === 'too long') return { none: 'no text' };
  const diff = textDiff(before, after);
  return diff === undefined ? { none: 'no text' } : { diff };
}

/** After an undo, the content before the task is no longer among the receipts because it is back at the path. */
const told = (diff: FileDiff, isUndone: boolean): FileDiff =>
  isUndone && 'none' in diff && diff.none === 'not kept' ? { none: 'undone' } : diff;

const empty = Buffer.alloc(0);

/** The content after the writes, if it equals what the task left. */
function rewritten(before: Buffer, writes: readonly Write[], left: string): Buffer | undefined {
  const text = writes.reduce(
    (now, write) => ('content' in write ? write.content : now.replace(write.old, () => write.new)),
    before.toString(),
  );
  return text.length <= maxBytes && hash('sha256', text) === left ? Buffer.from(text) : undefined;
}

/** The content before the task: kept in the receipt, or restored by an undo. */
async function backAt(path: string, hash: string, image: string | undefined): Promise<Buffer | 'gone' | 'too long'> {
  const kept = image === undefined ? 'gone' : await contentAt(image, undefined);
  return kept === 'gone' && hash !== '' ? contentAt(path, hash) : kept;
}

/** The content that the task left: still on disk, or kept by an undo. */
async function leftAt(path: string, hash: string, taken: readonly ReceiptChanges[]): Promise<Buffer | 'gone' | 'too long'> {
  const images = taken.flatMap(({ folder, changes }) =>
    changes.flatMap((change) =>
      change.path === path && isFile(change.before) && change.before.hash === hash ? (contentPath({ folder }, change, 'before') ?? []) : [],
    ),
  );
  for (const place of [path, ...images]) {
    const content = await contentAt(place, hash);
    if (content !== 'gone') return content;
  }
  return 'gone';
}

/** The content of a file if it has this hash. */
async function contentAt(path: string, hash: string | undefined): Promise<Buffer | 'gone' | 'too long'> {
  try {
    const fd = openToRead(path);
    try {
      if (!fstatSync(fd).isFile() || (hash !== undefined && (await hashOfOpen(fd)) !== hash)) return 'gone';
      return fstatSync(fd).size > maxBytes ? 'too long' : readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return 'gone'; // unreadable content counts as deleted
  }
}
