/** What calls changed on disk in total: a file that was created and deleted again does not count. Pure. */
import type { ToolCall } from '../../contracts/execution.ts';

export type Changed = NonNullable<ToolCall['changed']>[number];

/** Each path once, in the order of first change. A file that was moved several times counts as moved from its first place. */
export function changesIn(calls: readonly ToolCall[]): readonly Changed[] {
  const byPath = new Map<string, Changed>();
  for (const { changed = [] } of calls) {
    const origins = new Map([...byPath.values()].flatMap(({ path, moved_from }) => (moved_from === undefined ? [] : [[path, moved_from]])));
    for (const { path, change, moved_from } of changed) {
      const before = byPath.get(path);
      if (before?.change === 'created' && change === 'deleted') byPath.delete(path);
      else {
        const from = moved_from === undefined ? before?.moved_from : (origins.get(moved_from) ?? moved_from);
        const isSame = moved_from !== undefined || change === 'metadata'; // the file still has the content of its old path
        byPath.set(path, { path, change: together(before?.change, change), ...(isSame && from !== undefined && { moved_from: from }) });
      }
    }
  }
  const isGone = (path: string | undefined): boolean => path !== undefined && byPath.get(path)?.change === 'deleted';
  return [...byPath.values()].map(({ moved_from, ...rest }) => (isGone(moved_from) ? { ...rest, moved_from } : rest));
}

/** The new path of each file that was moved, by its old path. */
export const movesIn = (changes: readonly Changed[]): ReadonlyMap<string, string> =>
  new Map(changes.flatMap(({ path, moved_from }) => (moved_from === undefined ? [] : [[moved_from, path]])));

function together(before: Changed['change'] | undefined, now: Changed['change']): Changed['change'] {
  if (before === 'created') return 'created';
  if (before === 'deleted' && now === 'created') return 'changed';
  return before === 'changed' && now === 'metadata' ? 'changed' : now;
}
