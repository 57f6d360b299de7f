/** Which calls are outdated because of a later change. Pure. */
import { runsIn } from '../../../laws/commands/line/line-runs.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { Changed } from '../changes-in.ts';
import type { CallView } from './call-view.ts';
import { commandOf, type DeclaredCall } from './declared-call.ts';
import { changesOf } from './own-files.ts';
import { isProjectRun } from './program-kinds.ts';

export type Staleness = { readonly path: string; readonly by: string };

/**
 * The first later change of something that a call looked at: the paths it names, or the whole folder if the call runs the project's code or names no path. A
 * call to another machine, or of a tool that declares nothing, looked at no file unless it names one. `counts`: which kinds of change count.
 */
export function staleness(
  view: CallView,
  later: readonly DeclaredCall[],
  cwd: string,
  counts: (change: Changed['change']) => boolean = () => true,
): Staleness | undefined {
  const { evidence } = view.call;
  const isOfFolder = view.paths.length === 0 && evidence !== undefined && evidence.kind !== 'fetches';
  const looked = view.isProject || isOfFolder ? [cwd] : view.paths;
  for (const call of later) {
    if (isSameLine(call, view.call)) continue; // the same line again has the same effects
    const change = changesOf(call, cwd).find(
      (each) =>
        counts(each.change) && matters(each, call, view) && looked.some((path) => isWithin(path, each.path) || isWithin(each.path, path)),
    );
    if (change) return { path: change.path, by: call.call_id };
  }
  return undefined;
}

const isSameLine = (one: DeclaredCall, other: DeclaredCall): boolean => commandOf(one) !== '' && commandOf(one) === commandOf(other);

const products = /\/(?:dist|build|out|target|\.next|public)\//;

/**
 * Whether a change matters to a call: a changed file does not affect a list of names, build products do not affect their sources, and git's files
 * affect only git.
 */
function matters({ path, change }: Changed, by: DeclaredCall, view: CallView): boolean {
  if (change === 'metadata' || (view.isListing && change === 'changed')) return false;
  if (path.includes('/.git/')) return view.runs.some(({ program }) => program === 'git');
  return !(products.test(path) && (runsIn(commandOf(by)) ?? []).some(isProjectRun));
}
