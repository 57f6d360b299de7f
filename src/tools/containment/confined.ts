/** Walls that limit which changes are ever applied: everything else that a command does has no effect, whatever the laws would allow. */
import { isWithin } from '../../laws/places/posix-path.ts';
import type { ContainedRun, Containment } from './containment.ts';

/** Which changes of a command become real: those in its workspace, or none. */
export type Kept = 'workspace' | 'nothing';

/**
 * The same containment, but only these changes of a run are kept. Git's folder does not count as part of a workspace, because its content decides
 * what git runs.
 */
export const confined = (walls: Containment, kept: Kept): Containment => ({
  ...walls,
  async run(request) {
    const run = await walls.run(request);
    const isKept = (path: string): boolean => kept === 'workspace' && isBelow(request.workspace, path) && !isOfGit(path, request.workspace);
    return keeping(run, kept, isKept);
  },
});

function keeping(run: ContainedRun, kept: Kept, isKept: (path: string) => boolean): ContainedRun {
  const moved = run.moved.filter(isKept);
  const changes = run.changes.filter(({ path }) => isKept(path));
  const discarded = run.changes.flatMap(({ path, after }) => (isKept(path) || after?.kind === 'folder' ? [] : [path]));
  return {
    ...run,
    changes,
    discarded: [...(run.discarded ?? []), ...discarded],
    moved,
    whyUnknown: kept === 'nothing' ? undefined : moved.length > 0 ? run.whyUnknown : run.unknownAnyway,
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path);
const isOfGit = (path: string, workspace: string): boolean => path.slice(workspace.length).split('/').includes('.git');
