/** Which call changed a path last, so that a change on disk names the entry that it comes from. */
import type { FileEffect } from '../../contracts/control.ts';
import type { Entry } from '../../journal/entry.ts';
import { ToolResult } from '../../tools/tool.ts';
import { words } from './kept.ts';

/** `seq` is the call that changed it last. */
export type ChangeStory = { readonly seq: number; readonly path: string; readonly change: FileEffect['change'] };

export type Changes = { add(entry: Entry): void; told(changed: readonly FileEffect[]): readonly ChangeStory[] };

export function createChanges(): Changes {
  const underWay = new Map<string, number>();
  const changedBy = new Map<string, number>();

  return {
    add(entry) {
      if (entry.kind === 'intent' && entry.effect === 'tool') underWay.set(entry.key, entry.seq);
      if (entry.kind !== 'outcome') return;
      const seq = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (seq === undefined || !entry.result.ok) return;
      for (const { path } of ToolResult.safeParse(entry.result.value).data?.changed ?? []) changedBy.set(path, seq);
    },
    told: (changed) => changed.map(({ path, change }) => ({ seq: changedBy.get(path) ?? 0, path: words(path, 1_000), change })),
  };
}
