/** Which call changed a path first, so that a change on disk can refer to the entry where it began. */
import type { FileEffect } from '../../contracts/control.ts';
import { type Entry, ownFrom } from '../../journal/entry.ts';
import { ToolResult } from '../../tools/tool.ts';
import { words } from './short-copies.ts';

/** `seq` is the call that created the path, or the first call that changed it. */
export type ChangeStory = { readonly seq: number } & Pick<FileEffect, 'path' | 'change' | 'moved_from'>;

export type Changes = { add(entry: Entry): void; listed(changed: readonly FileEffect[]): readonly ChangeStory[] };

export function createChanges(): Changes {
  const underWay = new Map<string, number>();
  const changedBy = new Map<string, { readonly seq: number; readonly change: FileEffect['change'] }>();
  let from = 0;

  return {
    add(entry) {
      if (entry.kind === 'open') from = ownFrom(entry.origin); // earlier changes belong to another task
      if (entry.kind === 'intent' && entry.effect === 'tool') underWay.set(entry.key, entry.seq);
      if (entry.kind !== 'outcome') return;
      const seq = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (seq === undefined || !entry.result.ok || entry.seq < from) return;
      for (const { path, change } of ToolResult.safeParse(entry.result.value).data?.changed ?? []) {
        const before = changedBy.get(path);
        if (!before) changedBy.set(path, { seq, change });
        else if (before.change === 'created' && change === 'deleted') changedBy.delete(path); // created and deleted again: the path counts as unchanged
      }
    },
    listed: (changed) =>
      changed.map(({ path, change, moved_from }) => ({
        ...{ seq: changedBy.get(path)?.seq ?? 0, path: words(path, 1_000), change },
        ...(moved_from !== undefined && { moved_from: words(moved_from, 1_000) }),
      })),
  };
}
