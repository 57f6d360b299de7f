/** What several receipts come to, path by path: what they left there, what stood there before all of them, and where that is kept. */
import { join } from 'node:path';
import type { Entry } from '../change.ts';
import { isAsLeft } from '../disk/entry-at.ts';
import { isMetadataOnly, type OrderedChange } from '../transaction/ordered-change.ts';

export type NetChange = {
  readonly path: string;
  readonly left: Entry | null;
  readonly back: Entry | null;
  /** Where the content lies that the path had then; nothing where it still has it, or had none. */
  readonly image: string | undefined;
  /** Whether somebody else changed it between two of the receipts. */
  readonly isBroken: boolean;
};

export type ReceiptChanges = { readonly folder: string; readonly changes: readonly OrderedChange[] };

/** `receipts` from the newest to the oldest. */
export function netChanges(receipts: readonly ReceiptChanges[]): ReadonlyMap<string, NetChange> {
  const net = new Map<string, NetChange>();
  for (const { folder, changes } of receipts) {
    for (const change of changes) net.set(change.path, earlier(net.get(change.path), change, folder));
  }
  return net;
}

function earlier(later: NetChange | undefined, change: OrderedChange, folder: string): NetChange {
  const { path, before, after } = change;
  const image = isMetadataOnly(change) ? later?.image : imageOf(change, folder);
  if (!later) return { path, left: after, back: before, image, isBroken: false };
  return { ...later, back: before, image, isBroken: later.isBroken || !isAsLeft(later.back, after) };
}

const imageOf = ({ before, n }: OrderedChange, folder: string): string | undefined =>
  before?.kind === 'file' ? join(folder, 'before', String(n)) : undefined;
