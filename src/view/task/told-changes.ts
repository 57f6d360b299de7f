/** What a task changed on disk, in the words of its log and its page: a move is one change, told where the file came to. Pure. */
import type { ChangeStory } from '../../history/story/changes.ts';
import { nearPath } from '../near-paths.ts';

export type ToldChange = {
  readonly seq: number;
  readonly what: ChangeStory['change'] | 'moved';
  readonly name: string;
  /** Whose lines changed; undefined after a move, in which they are the same. */
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
