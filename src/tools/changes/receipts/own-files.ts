/** The files that a task created and that are still as it left them, according to its receipts. */
import { join } from 'node:path';
import type { Change, Entry } from '../change.ts';
import { hasContentOf, hasSameTarget } from '../disk/entry-at.ts';
import { type Folders, namesIn } from '../disk/folders.ts';
import { hashOf } from '../disk/hash-of.ts';
import { chainOf } from './continued.ts';
import { readReceiptWithChanges } from './receipt.ts';
import type { ReceiptRef } from './receipt-history.ts';

export type OwnFiles = {
  /** Whether the task created the entry at a path, and the entry is as the task left it. */
  isOwn(task_id: string, path: string, entry: Entry): Promise<boolean>;
  /** Must be called for every receipt that this process writes. */
  add(task_id: string, id: string, changes: readonly Change[]): Promise<void>;
};

/** The number of tasks kept in memory: a process works on few at a time, and the receipts of other tasks are read again when needed. */
const maxTasks = 8;

type OwnEntries = { readonly seen: Set<ReceiptRef>; readonly entries: Map<string, Entry> };

export function createOwnFiles(folders: Folders): OwnFiles {
  const tasks = new Map<string, Promise<OwnEntries>>();

  function ownOf(task_id: string): Promise<OwnEntries> {
    const own = tasks.get(task_id) ?? readOwn(folders, task_id);
    tasks.delete(task_id);
    tasks.set(task_id, own);
    for (const [oldest] of tasks) if (tasks.size > maxTasks) tasks.delete(oldest);
    own.catch(() => tasks.delete(task_id));
    return own;
  }

  return {
    async isOwn(task_id, path, entry) {
      const own = (await ownOf(task_id)).entries.get(path);
      if (own === undefined) return false;
      const isUnread = entry.kind === 'file' && entry.hash === '';
      return isSameThing(own, isUnread ? { ...entry, hash: await hashOf(path).catch(() => 'unreadable') } : entry);
    },
    async add(task_id, id, changes) {
      const known = tasks.get(task_id);
      if (known) fold(await known, `${task_id}/${id}`, changes);
    },
  };
}

async function readOwn(folders: Folders, task_id: string): Promise<OwnEntries> {
  const own: OwnEntries = { seen: new Set(), entries: new Map() };
  for (const each of chainOf(folders, task_id)) {
    for (const id of namesIn(join(folders.undo, each))) {
      const whole = await readReceiptWithChanges(join(folders.undo, each, id));
      if (whole) fold(own, `${each}/${id}`, whole.changes);
    }
  }
  return own;
}

/** An entry is the task's own if the task created it, and stays so if the task changes it. */
function fold({ seen, entries }: OwnEntries, ref: ReceiptRef, changes: readonly Change[]): void {
  if (seen.has(ref)) return;
  seen.add(ref);
  for (const { path, before, after } of changes) {
    const was = entries.get(path);
    const isOwn = before === null || (was !== undefined && isSameThing(was, before));
    if (after === null || !isOwn) entries.delete(path);
    else entries.set(path, was?.kind === 'file' && after.kind === 'file' && after.hash === '' ? { ...after, hash: was.hash } : after);
  }
}

function isSameThing(own: Entry, now: Entry): boolean {
  if (own.kind === 'file' && now.kind === 'file') return hasContentOf(now, own);
  return own.kind === 'link' && now.kind === 'link' ? hasSameTarget(own, now) : own.kind === now.kind;
}
