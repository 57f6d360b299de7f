/** What a task changed on disk, in the words of the task's log and page: a move is one change, and so is a folder that moved with its content. Pure. */
import type { ChangeStory } from '../../history/story/changes.ts';
import { groupsOf } from '../../tools/asking/effect-groups.ts';
import { nearPath } from '../near-paths.ts';

export type ListedChange = {
  readonly seq: number;
  readonly what: ChangeStory['change'] | 'moved';
  readonly name: string;
  /** The file whose lines changed; undefined after a move, which changes no lines. */
  readonly path?: string;
};

/** Folders are joined only if all changes are known. */
export function changeList(changed: readonly ChangeStory[], cwd: string, isWhole: boolean): readonly ListedChange[] {
  const seqs = new Map(changed.map(({ path, seq }) => [path, seq]));
  return groupsOf(changed, isWhole).map((group) =>
    group.kind === 'move'
      ? { seq: seqs.get(group.to) ?? 0, what: 'moved', name: `${nearPath(group.from, cwd)} → ${nearPath(group.to, cwd)}` }
      : { seq: group.effect.seq, what: group.effect.change, name: nearPath(group.effect.path, cwd), path: group.effect.path },
  );
}
