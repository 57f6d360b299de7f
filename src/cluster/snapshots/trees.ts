/** The lists of folders that a worker has read, so that an unchanged list is not read again. */
import type { Objects } from '../objects/objects.ts';
import { type Tree, treeFrom } from './tree.ts';

export type Trees = { get(hash: string, signal: AbortSignal): Promise<Tree> };

/** The size limit of a list: more than a folder of 100,000 entries needs. */
const maxBytes = 64 * 1024 ** 2;
/** How many lists are kept; beyond that, all are forgotten. */
const maxKept = 50_000;

/** Throws what `Objects` throws. */
export function createTrees(objects: Objects): Trees {
  const kept = new Map<string, Tree>();
  return {
    async get(hash, signal) {
      const known = kept.get(hash);
      if (known) return known;
      const tree = treeFrom(await objects.get(hash, maxBytes, signal));
      if (kept.size >= maxKept) kept.clear();
      kept.set(hash, tree);
      return tree;
    },
  };
}
