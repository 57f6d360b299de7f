/** Plans an undo: what it would do, and what prevents it. The plan changes nothing. */
import { dirname, join } from 'node:path';
import type { Change, Entry } from '../change.ts';
import { type Anchors, openAnchors } from '../disk/anchors.ts';
import { entryAt, isAsLeft } from '../disk/entry-at.ts';
import { type Folders, namesIn } from '../disk/folders.ts';
import { stampFrom, statsAt } from '../disk/stamp.ts';
import { createYielder } from '../disk/yielder.ts';
import { type Receipt, readReceiptWithChanges } from '../receipts/receipt.ts';
import { type ReceiptRef, readHistory } from '../receipts/receipt-history.ts';
import { placeOf } from '../transaction/transaction.ts';
import { type NetChange, netChanges, type ReceiptChanges } from './net-changes.ts';

/** One path: its current entry, and the entry to restore. */
type UndoStep = { readonly path: string; readonly now: Entry | null; readonly back: Entry | null };

export type Conflict = { readonly path: string; readonly why: 'changed since' | 'made since' | 'its folder is gone' | 'not kept' };

export type UndoPlan = {
  /** The task, or the undo, that would be undone. */
  readonly id: string;
  /** The titles of the calls, newest first. */
  readonly titles: readonly string[];
  /** Empty if everything is already undone. */
  readonly steps: readonly UndoStep[];
  /** If there are any conflicts, nothing is undone. */
  readonly conflicts: readonly Conflict[];
  readonly changes: readonly Change[];
  readonly undoes: readonly ReceiptRef[];
};

/** Undefined if the task or undo with that id changed nothing. Throws system errors. */
export async function planUndo(folders: Folders, id: string): Promise<UndoPlan | undefined> {
  const history = await readHistory(folders);
  const all = history.of(id);
  if (all.length === 0) return undefined;
  const undoes = history.inEffect(all).toReversed();
  const whole: (ReceiptChanges & { readonly receipt: Receipt })[] = [];
  for (const folder of undoes.map((ref) => join(folders.undo, ref))) {
    const receipt = await readReceiptWithChanges(folder);
    if (receipt) whole.push({ ...receipt, folder });
  }
  const net = netChanges(whole);
  const { changes, conflicts } = await reversed(net);
  const steps = changes.map(({ path, before, after }) => ({ path, now: before, back: after }));
  return { id, titles: whole.map(({ receipt }) => receipt.title), steps, conflicts, changes, undoes };
}

async function reversed(net: ReadonlyMap<string, NetChange>): Promise<Pick<UndoPlan, 'changes' | 'conflicts'>> {
  using anchors = openAnchors();
  const yieldIfDue = createYielder();
  const changes: Change[] = [];
  const conflicts = new Map<string, Conflict>();
  for (const one of net.values()) {
    if (one.left === null && one.back === null) continue; // created and deleted again
    const change = await reverse(one, anchors);
    if ('why' in change) conflicts.set(change.path, change);
    else changes.push(change);
    for (const conflict of around(one, net, anchors)) conflicts.set(conflict.path, conflict);
    await yieldIfDue();
  }
  return { changes, conflicts: [...conflicts.values()] };
}

async function reverse({ path, left, back, image, isBroken }: NetChange, anchors: Anchors): Promise<Change | Conflict> {
  const place = placeOf({ anchors }, path);
  const stats = place === undefined ? undefined : statsAt(place);
  const now = place === undefined ? null : await entryAt(place);
  if (isBroken || now === 'other' || !isAsLeft(now, left)) return { path, why: 'changed since' };
  const change = { path, before: now, stamp: stats ? stampFrom(stats) : null };
  if (back?.kind !== 'file' || image === undefined) return { ...change, after: back };
  const kept = statsAt(image);
  if (!kept?.isFile()) return { path, why: 'not kept' };
  return { ...change, after: { ...back, size: Number(kept.size), hash: '' }, from: image };
}

/** Conflicts around a path: other entries in a folder that would be removed, or no folder in which to restore the entry. */
function* around({ path, back }: NetChange, net: ReadonlyMap<string, NetChange>, anchors: Anchors): Generator<Conflict> {
  const place = placeOf({ anchors }, path);
  if (back?.kind !== 'folder' && place !== undefined && statsAt(place)?.isDirectory()) {
    for (const name of namesIn(place)) {
      const inside = join(path, name);
      if (net.get(inside)?.back !== null) yield { path: inside, why: 'made since' };
    }
  }
  const folder = dirname(path);
  if (back === null || net.get(folder)?.back?.kind === 'folder' || folder === '/') return;
  const above = placeOf({ anchors }, folder);
  if (above === undefined || !statsAt(above)?.isDirectory()) yield { path: folder, why: 'its folder is gone' };
}
