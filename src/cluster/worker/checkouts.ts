/** The folders in which a worker restores snapshots. A free one is reused for the same folder of a host, because then there is little to change. */
import { join } from 'node:path';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import type { Closed } from '../../tools/containment/walls/wall-steps.ts';
import type { Objects } from '../objects/objects.ts';
import { type Checkout, createCheckout } from '../snapshots/checkout.ts';
import type { SnapshotRoot } from '../snapshots/tree.ts';
import { createTrees } from '../snapshots/trees.ts';

/** A restored snapshot, which no other run uses until it is disposed of. */
type Restored = AsyncDisposable & {
  readonly roots: readonly { readonly path: string; readonly source: string }[];
  readonly closed: readonly Closed[];
};

export type Checkouts = {
  /** Throws what `Objects` throws, and system errors. */
  restore(roots: readonly SnapshotRoot[], signal: AbortSignal): Promise<Restored>;
};

/** How many free folders are kept; beyond that, the oldest is removed. */
const maxFree = 16;

export function createCheckouts(folder: string, objects: Objects): Checkouts {
  const trees = createTrees(objects);
  const free: { readonly path: string; readonly checkout: Checkout }[] = [];
  let made = 0;

  function taken({ path, tree }: SnapshotRoot): Checkout {
    const ofPath = free.filter((each) => each.path === path);
    const found = ofPath.find(({ checkout }) => checkout.tree === tree) ?? ofPath.at(-1);
    if (found) free.splice(free.indexOf(found), 1);
    made += 1;
    return found?.checkout ?? createCheckout(join(folder, `checkout-${made}`), { objects, trees });
  }

  async function giveBack(path: string, checkout: Checkout): Promise<void> {
    free.push({ path, checkout });
    const oldest = free.length > maxFree ? free.shift() : undefined;
    if (oldest) await removeTree(oldest.checkout.folder);
  }

  return {
    async restore(roots, signal) {
      const used = roots.map((root) => ({ root, checkout: taken(root) }));
      const dispose = async () => {
        for (const { root, checkout } of used) await giveBack(root.path, checkout);
      };
      try {
        const closed: Closed[] = [];
        for (const { root, checkout } of used) closed.push(...(await checkout.fill(root, signal)));
        return {
          roots: used.map(({ root, checkout }) => ({ path: root.path, source: checkout.folder })),
          closed,
          [Symbol.asyncDispose]: dispose,
        };
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}
