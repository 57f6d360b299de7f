/** The net effect of several receipts on each path: the entry that they left, the entry before them, and where its content is kept. */
import type { Entry } from '../change.ts';
import { isAsLeft } from '../disk/entry-at.ts';
import { isMetadataOnly, type OrderedChange } from '../transaction/ordered-change.ts';
import { contentPath } from '../transaction/transaction.ts';

export type NetChange = {
  readonly path: string;
  readonly left: Entry | null;
  readonly back: Entry | null;
  /** Where the content of `back` is kept; undefined if it is still at the path, or if there was none. */
  readonly image: string | undefined;
  /** Whether something else changed the path between two of the receipts. */
  readonly isBroken: boolean;
};

export type ReceiptChanges = { readonly folder: string; readonly changes: readonly OrderedChange[] };

/** `receipts` are ordered from newest to oldest. */
export function netChanges(receipts: readonly ReceiptChanges[]): ReadonlyMap<string, NetChange> {
  const net = new Map<string, NetChange>();
  for (const { folder, changes } of receipts) {
    for (const change of changes) net.set(change.path, earlier(net.get(change.path), change, folder));
  }
  return net;
}

function earlier(later: NetChange | undefined, change: OrderedChange, folder: string): NetChange {
  const { path, before, after } = change;
  const image = isMetadataOnly(change) ? later?.image : contentPath({ folder }, change, 'before');
  if (!later) return { path, left: after, back: before, image, isBroken: false };
  return { ...later, back: before, image, isBroken: later.isBroken || !isAsLeft(later.back, after) };
}
