/** What a task changed on disk, as its log and its page word it: a move is one change, shown at its destination. Pure. */
import type { ChangeStory } from '../../history/story/changes.ts';
import { nearPath } from '../near-paths.ts';

export type ToldChange = {
  readonly seq: number;
  readonly what: ChangeStory['change'] | 'moved';
  readonly name: string;
  /** The file whose lines changed; undefined after a move, which changes no lines. */
  readonly path?: string;
};

export function toldChanges(changed: readonly ChangeStory[], cwd: string): readonly ToldChange[] {
  const movedAway = new Set(changed.flatMap(({ moved_from }) => moved_from ?? []));
  return changed
    .filter(({ path, change }) => change !== 'deleted' || !movedAway.has(path))
    .map(({ seq, path, change, moved_from }) =>
      moved_from === undefined
        ? { seq, what: change, name: nearPath(path, cwd), path }
        : { seq, what: 'moved', name: `${nearPath(moved_from, cwd)} → ${nearPath(path, cwd)}` },
    );
}
