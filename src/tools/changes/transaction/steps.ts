/** The steps that bring every path to one side of its change. Each may be repeated: it does not touch what is already right. */
import type { BigIntStats } from 'node:fs';
import { modeOf } from '../disk/entry-at.ts';
import { setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import { inTreeOrder, isFolder, isTwoSteps, type Side } from './ordered-change.ts';
import { placeEntry } from './place-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { placeOf, removeTemporary, type Transaction } from './transaction.ts';

/** `make` returns false if something unexpected is at the path, which is left alone. */
export type Step = { readonly path: string; readonly make: () => boolean | Promise<boolean> };

/**
 * Removes entries deepest first, then creates entries outermost first. Folders stay writable until the end, when they get their modes, deepest first.
 */
export function* stepsTo(goal: Side, transaction: Transaction, isFirst: boolean): Generator<Step> {
  const { changes } = transaction;
  if (!isRoot()) for (const path of foldersOf(transaction)) yield { path, make: () => setMode(transaction, path, writable) };
  if (!isFirst) for (const change of changes) yield { path: change.path, make: () => removeTemporary(transaction, change) };
  for (const change of changes.toReversed()) {
    if (change[goal] === null || isTwoSteps(change)) yield { path: change.path, make: () => removeEntry(transaction, change, goal) };
  }
  for (const change of changes) if (change[goal] !== null) yield { path: change.path, make: () => placeEntry(transaction, change, goal) };
  yield* modeSteps(goal, transaction);
}

/** Whether this process runs as root: no folder is read-only for root. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

const foldersOf = ({ changes, opened }: Transaction): readonly string[] => {
  const changed = changes.filter(({ before, after }) => isFolder(before) || isFolder(after)).map(({ path }) => path);
  return inTreeOrder([...opened.map(([path]) => path), ...changed], (path) => path);
};

const writable = (stats: BigIntStats): number => modeOf(stats) | (Number(stats.uid) === process.geteuid?.() ? 0o700 : 0);

function* modeSteps(goal: Side, transaction: Transaction): Generator<Step> {
  const modes = new Map<string, Step>();
  for (const [path, mode] of transaction.opened) modes.set(path, { path, make: () => setMode(transaction, path, () => mode) });
  for (const { path, [goal]: entry } of transaction.changes) {
    if (entry?.kind !== 'folder') continue;
    const make = () => {
      const place = placeOf(transaction, path);
      if (place !== undefined) setMetadata(place, entry, transaction.disk);
      return place !== undefined;
    };
    modes.set(path, { path, make });
  }
  yield* inTreeOrder([...modes.values()], ({ path }) => path).toReversed();
}

/** Sets the mode of a folder, if the folder still exists. */
function setMode(transaction: Transaction, path: string, modeFor: (stats: BigIntStats) => number): boolean {
  const place = placeOf(transaction, path);
  const stats = place === undefined ? undefined : statsAt(place);
  if (place !== undefined && stats?.isDirectory() && modeOf(stats) !== modeFor(stats)) transaction.disk.chmod(place, modeFor(stats));
  return true;
}
