/** What calls changed on disk in total: a file that was created and deleted again does not count. Pure. */
import type { ToolCall } from '../../contracts/execution.ts';

export type Changed = NonNullable<ToolCall['changed']>[number];

/** Each path once, in the order of first change. */
export function changesIn(calls: readonly ToolCall[]): readonly Changed[] {
  const byPath = new Map<string, Changed>();
  for (const { path, change } of calls.flatMap(({ changed = [] }) => changed)) {
    const before = byPath.get(path)?.change;
    if (before === 'created' && change === 'deleted') byPath.delete(path);
    else byPath.set(path, { path, change: together(before, change) });
  }
  return [...byPath.values()];
}

function together(before: Changed['change'] | undefined, now: Changed['change']): Changed['change'] {
  if (before === 'created') return 'created';
  if (before === 'deleted' && now === 'created') return 'changed';
  return before === 'changed' && now === 'metadata' ? 'changed' : now;
}
